import { useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { roleLabels } from '../operators/roles.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './ProfileSection.module.css'
import { actionPermissions, readPermissionsText } from './permissionText.ts'

const text = localize(
  {
    title: 'Perfil',
    facts: ['Nombre', 'Correo', 'Rol', 'Entorno'],
    allowed: 'Permisos de tu rol',
    see: (list: string) => `Puedes ver ${list}.`,
    yes: 'permitido',
    no: 'no permitido',
  },
  {
    title: 'Profile',
    facts: ['Name', 'E-mail', 'Role', 'Environment'],
    allowed: 'Permissions of your role',
    see: (list) => `You can see ${list}.`,
    yes: 'allowed',
    no: 'not allowed',
  },
)

/** The signed-in operator and the permissions of their role. */
export function ProfileSection() {
  const { operator, role, environment, permissions } = useSession()
  return (
    <Section title={text.title}>
      <DescriptionList names={text.facts} values={[operator.name, operator.email, roleLabels[role], environment]} />
      <div className={classes.allowed}>
        <h3 className={classes.title}>{text.allowed}</h3>
        <p className={classes.readable}>{text.see(readPermissionsText(permissions))}</p>
        <ul className={classes.actions}>
          {actionPermissions(permissions).map(({ action, isAllowed }) => (
            <li key={action} data-allowed={isAllowed}>
              <span className={classes.mark} role="img" aria-label={isAllowed ? text.yes : text.no}>
                {isAllowed ? '✓' : NO_VALUE}
              </span>
              {action}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
