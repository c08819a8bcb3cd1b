import { localize } from '../../i18n.ts'
import classes from './LockBadge.module.css'

const text = localize({ locked: 'Bloqueado', open: 'Sin bloqueo' }, { locked: 'Locked', open: 'Not locked' })

/** Whether a customer's login is locked, as an icon, a color and a word. */
export function LockBadge({ locked }: { locked: boolean }) {
  return (
    <span className={classes.badge} data-locked={locked || undefined}>
      {locked && <Padlock />}
      {locked ? text.locked : text.open}
    </span>
  )
}

function Padlock() {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <rect x="2" y="5.2" width="8" height="5.6" rx="1.2" fill="currentColor" />
      <path d="M3.8 5V3.6a2.2 2.2 0 0 1 4.4 0V5" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  )
}
