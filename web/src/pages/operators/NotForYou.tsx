import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { roleLabels } from '../../ui/roles.ts'
import { titles } from '../../titles.ts'
import classes from './NotForYou.module.css'
import { RoleGuide } from './RoleGuide.tsx'

const text = words(
  {
    only: 'Solo los administradores ven y cambian los operadores.',
    yours: (role: string) => `Tu rol es ${role}. Si necesitas otro, pídeselo a un administrador.`,
    account: 'Ver mi cuenta',
  },
  {
    only: 'Only administrators see and change operators.',
    yours: (role) => `Your role is ${role}. If you need another one, ask an administrator.`,
    account: 'See my account',
  },
)

/** Shown to operators who are not administrators: not an error, but whom to ask. */
export function NotForYou() {
  const { role } = useSession()
  return (
    <>
      <PageHeader title={titles.operators} />
      <div className={classes.notice}>
        <p>
          <strong>{text.only}</strong>
        </p>
        <p>{text.yours(roleLabels[role].toLowerCase())}</p>
        <p className={classes.way}>
          <Link to="/account">{text.account}</Link>
        </p>
      </div>
      <RoleGuide />
    </>
  )
}
