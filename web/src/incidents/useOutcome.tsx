import { useEffect, useRef, useState } from 'react'
import classes from './Actions.module.css'

/** Status message about a resolved incident. It takes the focus, because the focused element no longer exists. */
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
