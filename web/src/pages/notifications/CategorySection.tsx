import { useState } from 'react'
import { type Category } from '../../api/notifications.ts'
import { plural, words } from '../../language.ts'
import { categoryWords } from '../../ui/categories.ts'
import { Count } from '../../ui/Count.tsx'
import classes from './CategorySection.module.css'
import { IncidentCard } from './IncidentCard.tsx'

const text = words(
  {
    none: 'Ningún incidente abierto.',
    newest: (n: number) => plural(n, 'Se muestra el más reciente.', `Se muestran los ${String(n)} más recientes.`),
  },
  { none: 'No open incident.', newest: (n) => `The ${String(n)} newest are shown.` },
)

type Props = { category: Category; now: Date; onGone: (outcome: string) => void }

/** One of the six categories with its open incidents; expanded while it has any, until the operator collapses it. */
export function CategorySection({ category, now, onGone }: Props) {
  const { id, count, severity, incidents } = category
  const { title, description } = categoryWords(category)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? count > 0
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
            setChosen(!isOpen)
          }}
        >
          <span id={ids.title} className={classes.title}>
            {title}
          </span>
          <span className={classes.description}>{description}</span>
          <span className={classes.count}>
            <Count value={count} tone={severity === 'FALLANDO' ? 'alarm' : 'warning'} />
          </span>
        </button>
      </h3>
      <div id={ids.incidents} hidden={!isOpen}>
        {count === 0 && <p className={classes.more}>{text.none}</p>}
        <ul className={classes.incidents}>
          {incidents.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} now={now} onGone={onGone} />
          ))}
        </ul>
        {incidents.length < count && <p className={classes.more}>{text.newest(incidents.length)}</p>}
      </div>
    </section>
  )
}
