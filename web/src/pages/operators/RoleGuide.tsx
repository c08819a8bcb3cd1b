import { localize } from '../../i18n.ts'
import { roleLabels, roles, roleDescriptions } from './roles.ts'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './RoleGuide.module.css'

const text = localize({ title: 'Qué puede hacer cada rol' }, { title: 'What each role can do' })

/** The roles and their permissions. */
export function RoleGuide() {
  return (
    <Section title={text.title}>
      <dl className={classes.roles}>
        {roles.map((role) => (
          <div key={role} className={classes.role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roleDescriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
