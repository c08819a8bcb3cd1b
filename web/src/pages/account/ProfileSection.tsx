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
    names: { name: 'Nombre', email: 'Correo', role: 'Rol', environment: 'Entorno' },
    allowed: 'Permisos de tu rol',
    see: (list: string) => `Puedes ver ${list}.`,
    yes: 'permitido',
    no: 'no permitido',
  },
  {
    title: 'Profile',
    names: { name: 'Name', email: 'E-mail', role: 'Role', environment: 'Environment' },
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
      <DescriptionList
        items={[
          { name: text.names.name, value: operator.name },
          { name: text.names.email, value: operator.email },
          { name: text.names.role, value: roleLabels[role] },
          { name: text.names.environment, value: environment },
        ]}
      />
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
