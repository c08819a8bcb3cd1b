import { Link } from '@tanstack/react-router'
import { useSession } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { roleLabels } from '../pages/operators/roles.ts'
import classes from './AdminOnly.module.css'
import { RoleGuide } from '../pages/operators/RoleGuide.tsx'

const text = localize(
  {
    yours: (role: string) => `Tu rol es ${role}. Si necesitas otro, pídeselo a un administrador.`,
    account: 'Ver mi cuenta',
  },
  {
    yours: (role) => `Your role is ${role}. If you need another one, ask an administrator.`,
    account: 'See my account',
  },
)

type Props = {
  /** Title of the page. */
  title: string
  /** Sentence that says what only administrators may do. */
  explanation: string
}

/** Replaces a page for operators who are not administrators: explains whom to ask. */
export function AdminOnly({ title, explanation }: Props) {
  const { role } = useSession()
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.notice}>
        <p>
          <strong>{explanation}</strong>
        </p>
        <p>{text.yours(roleLabels[role].toLowerCase())}</p>
        <p className={classes.link}>
          <Link to="/account">{text.account}</Link>
        </p>
      </div>
      <RoleGuide />
    </>
  )
}
