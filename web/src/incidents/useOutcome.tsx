import { useEffect, useRef, useState } from 'react'
import classes from './Actions.module.css'

/** What became of an incident that is over. The focus goes there: what it was on is gone. */
export function useOutcome() {
  const [told, tell] = useState<string>()
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (told !== undefined) place.current?.focus()
  }, [told])
  const outcome = (
    <p ref={place} className={classes.outcome} role="status" tabIndex={-1}>
      {told}
    </p>
  )
  return { outcome, tell }
}
