import { words } from '../../language.ts'
import classes from './CriticalMark.module.css'

const text = words({ critical: 'Crítico' }, { critical: 'Critical' })

/** Marks an endpoint the platform depends on. */
export function CriticalMark() {
  return <span className={classes.critical}>{text.critical}</span>
}
