import { type ReactNode } from 'react'
import classes from './PageHeader.module.css'

type Props = {
  title: ReactNode
  /** What kind of thing the title names, above it; a link back to the list it is from. */
  above?: ReactNode
  /** One line beside the title. */
  summary?: ReactNode
  /** What can be done here, at the end of the line. */
  children?: ReactNode
}

/** The head of a page. It has its height before anything is known. */
export function PageHeader({ title, above, summary, children }: Props) {
  return (
    <header className={classes.header}>
      {above && <p className={classes.above}>{above}</p>}
      <h1 className={classes.title}>{title}</h1>
      {summary && <div className={classes.summary}>{summary}</div>}
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}
