import { useEffect, useRef, useState } from 'react'
import classes from './Actions.module.css'

/** Status message about a resolved incident. It takes the focus, because the focused element no longer exists. */
export function useStatusMessage() {
  const [message, setMessage] = useState<string>()
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (message !== undefined) element.current?.focus()
  }, [message])
  const statusMessage = (
    <p ref={element} className={classes.status} role="status" tabIndex={-1}>
      {message}
    </p>
  )
  return { statusMessage, setMessage }
}
