import { type Panel } from '../../api/incidents/notifications.ts'
import { categoryText } from '../../notifications/categoryText.ts'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './WallCounts.module.css'

const text = localize({ counts: 'Incidentes abiertos' }, { counts: 'Open incidents' })

const skeletonKeys = ['1', '2', '3', '4', '5', '6']

/** The numbers of open incidents of the six categories, in type that is legible from across the room. */
export function WallCounts({ panel }: { panel: Panel | undefined }) {
  return (
    <ul className={classes.counts} aria-label={text.counts} aria-busy={!panel}>
      {panel
        ? panel.categories.map((category) => (
            <li
              key={category.id}
              className={classes.category}
              data-severity={category.count > 0 ? category.severity : undefined}
            >
              <span className={classes.title}>{categoryText(category).title}</span>
              <strong className={classes.number}>{formatInteger(category.count)}</strong>
            </li>
          ))
        : skeletonKeys.map((key) => (
            <li key={key} className={classes.category}>
              <span className={classes.title}> </span>
              <strong className={classes.number}>{NO_VALUE}</strong>
            </li>
          ))}
    </ul>
  )
}
