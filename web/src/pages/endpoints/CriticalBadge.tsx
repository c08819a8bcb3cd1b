import { localize } from '../../i18n.ts'
import classes from './CriticalBadge.module.css'

const text = localize({ critical: 'Crítico' }, { critical: 'Critical' })

/** Marks an endpoint the platform depends on. */
export function CriticalBadge() {
  return <span className={classes.critical}>{text.critical}</span>
}
