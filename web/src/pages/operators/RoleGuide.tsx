import { words } from '../../language.ts'
import { roleLabels, roles, roleSentences } from '../../ui/roles.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './RoleGuide.module.css'

const text = words({ title: 'Qué puede hacer cada rol' }, { title: 'What each role may do' })

/** The roles and their permissions. */
export function RoleGuide() {
  return (
    <Section title={text.title}>
      <dl className={classes.roles}>
        {roles.map((role) => (
          <div key={role} className={classes.role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roleSentences[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
