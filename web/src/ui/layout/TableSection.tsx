import { type ReactNode, useId } from 'react'
import classes from './TableSection.module.css'

type Props = {
  title: string
  /** One sentence under the title. */
  purpose: string
  /** A button, at the end of the line. */
  action?: ReactNode
  children: ReactNode
}

/** Section of a page with a title and a table. */
export function TableSection({ title, purpose, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.purpose}>{purpose}</p>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
