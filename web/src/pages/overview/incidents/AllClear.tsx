import { type Panel } from '../../../api/incidents/notifications.ts'
import classes from './AllClear.module.css'
import { useAllClear } from './useAllClear.ts'

/** Shown when no incident is open, with what that implies. */
export function AllClear({ panel }: { panel: Panel }) {
  const { isHealthy, title, detail } = useAllClear(panel)
  return (
    <div className={classes.allClear} data-healthy={isHealthy || undefined}>
      <StatusIcon isHealthy={isHealthy} />
      <div>
        <p className={classes.title}>{title}</p>
        <p className={classes.detail}>{detail}</p>
      </div>
    </div>
  )
}

function StatusIcon({ isHealthy }: { isHealthy: boolean }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <circle cx="12" cy="12" r="10.5" />
      <path d={isHealthy ? 'M7.5 12.4l3 3 6-6.6' : 'M8 12h8'} />
    </svg>
  )
}
