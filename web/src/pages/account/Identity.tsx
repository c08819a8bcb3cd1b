import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import { Facts } from '../../ui/Facts.tsx'
import { roleLabels } from '../../ui/roles.ts'
import { Section } from '../../ui/Section.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './Identity.module.css'
import { deedsInWords, sightsInWords } from './permissions.ts'

const text = words(
  {
    title: 'Quién eres',
    facts: ['Nombre', 'Correo', 'Rol', 'Entorno'],
    allowed: 'Qué te permite tu rol',
    see: (what: string) => `Ves ${what}.`,
    yes: 'permitido',
    no: 'no permitido',
  },
  {
    title: 'Who you are',
    facts: ['Name', 'E-mail', 'Role', 'Environment'],
    allowed: 'What your role allows',
    see: (what) => `You see ${what}.`,
    yes: 'allowed',
    no: 'not allowed',
  },
)

/** The signed-in operator and the permissions of their role. */
export function Identity() {
  const { operator, role, environment, permissions } = useSession()
  return (
    <Section title={text.title}>
      <Facts names={text.facts} values={[operator.name, operator.email, roleLabels[role], environment]} />
      <div className={classes.allowed}>
        <h3 className={classes.title}>{text.allowed}</h3>
        <p className={classes.sights}>{text.see(sightsInWords(permissions))}</p>
        <ul className={classes.deeds}>
          {deedsInWords(permissions).map(({ deed, isAllowed }) => (
            <li key={deed} data-allowed={isAllowed}>
              <span className={classes.mark} role="img" aria-label={isAllowed ? text.yes : text.no}>
                {isAllowed ? '✓' : UNKNOWN}
              </span>
              {deed}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
