import { useState } from 'react'
import { type Category } from '../api/incidents/notifications.ts'
import { severityTones } from '../health/labels.ts'
import { plural, localize } from '../i18n.ts'
import { categoryText } from './categoryText.ts'
import { CountBadge } from '../ui/display/CountBadge.tsx'
import classes from './CategorySection.module.css'
import { IncidentCard } from './IncidentCard.tsx'

const text = localize(
  {
    none: 'Ningún incidente abierto.',
    newest: (n: number) => plural(n, 'Se muestra el más reciente.', `Se muestran los ${String(n)} más recientes.`),
  },
  {
    none: 'No open incidents.',
    newest: (n) => plural(n, 'The newest is shown.', `The ${String(n)} newest are shown.`),
  },
)

type Props = { category: Category; now: Date; onResolved: (message: string) => void }

/** One of the six categories with its open incidents; expanded while it has any, until the operator collapses it. */
export function CategorySection({ category, now, onResolved }: Props) {
  const { id, count, severity, incidents } = category
  const { title, description } = categoryText(category)
  const [userChoice, setUserChoice] = useState<boolean>()
  const isOpen = userChoice ?? count > 0
  const ids = { title: `title-${id}`, incidents: `incidents-${id}` }
  return (
    <section className={classes.category} aria-labelledby={ids.title}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={ids.incidents}
          onClick={() => {
            setUserChoice(!isOpen)
          }}
        >
          <span id={ids.title} className={classes.title}>
            {title}
          </span>
          <span className={classes.description}>{description}</span>
          <span className={classes.count}>
            <CountBadge value={count} tone={severityTones[severity]} />
          </span>
        </button>
      </h3>
      <div id={ids.incidents} hidden={!isOpen}>
        {count === 0 && <p className={classes.more}>{text.none}</p>}
        <ul className={classes.incidents}>
          {incidents.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} now={now} onResolved={onResolved} />
          ))}
        </ul>
        {incidents.length < count && <p className={classes.more}>{text.newest(incidents.length)}</p>}
      </div>
    </section>
  )
}
