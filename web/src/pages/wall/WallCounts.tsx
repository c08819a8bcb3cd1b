import { type Panel } from '../../api/notifications.ts'
import { categoryWords } from '../../ui/categories.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './WallCounts.module.css'

const text = words({ counts: 'Incidentes abiertos' }, { counts: 'Open incidents' })

const places = ['1', '2', '3', '4', '5', '6']

/** The six counts. */
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
              <span className={classes.title}>{categoryWords(category).title}</span>
              <strong className={classes.number}>{showWhole(category.count)}</strong>
            </li>
          ))
        : places.map((place) => (
            <li key={place} className={classes.category}>
              <span className={classes.title}> </span>
              <strong className={classes.number}>{UNKNOWN}</strong>
            </li>
          ))}
    </ul>
  )
}
