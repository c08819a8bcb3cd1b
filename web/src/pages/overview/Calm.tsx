import { type Panel } from '../../api/notifications.ts'
import classes from './Calm.module.css'
import { useVerdict } from './verdict.ts'

/** Shown when no incident is open, with what that implies. */
export function Calm({ panel }: { panel: Panel }) {
  const { isWell, title, detail } = useVerdict(panel)
  return (
    <div className={classes.calm} data-well={isWell || undefined}>
      <Mark isWell={isWell} />
      <div>
        <p className={classes.title}>{title}</p>
        <p className={classes.detail}>{detail}</p>
      </div>
    </div>
  )
}

function Mark({ isWell }: { isWell: boolean }) {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <circle cx="12" cy="12" r="10.5" />
      <path d={isWell ? 'M7.5 12.4l3 3 6-6.6' : 'M8 12h8'} />
    </svg>
  )
}
