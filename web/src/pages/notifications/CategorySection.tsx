import { type Category } from '../../api/notifications.ts'
import { Count } from '../../ui/Count.tsx'
import classes from './CategorySection.module.css'
import { IncidentCard } from './IncidentCard.tsx'

/** One of the six categories with its open incidents. */
export function CategorySection({ category, now }: { category: Category; now: Date }) {
  const { id, title, description, count, severity, incidents } = category
  const headingId = `category-${id}`
  return (
    <section className={classes.category} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.title}>
        {title}
      </h3>
      <p className={classes.description}>{description}</p>
      <span className={classes.count}>
        <Count value={count} tone={severity === 'FALLANDO' ? 'alarm' : 'warning'} />
      </span>
      {incidents.length > 0 && (
        <ul className={classes.incidents}>
          {incidents.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} now={now} />
          ))}
        </ul>
      )}
      {incidents.length < count && <p className={classes.more}>Se muestran los {incidents.length} más recientes.</p>}
    </section>
  )
}
