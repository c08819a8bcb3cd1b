import { type ReactNode } from 'react'
import { useSetPageName } from './pageName.ts'
import classes from './PageHeader.module.css'

type Props = {
  title: ReactNode
  /** Name in the browser tab, if the title is not a text. */
  tabName?: string | undefined
  /** Kind of the object, shown above the title as a link back to its list. */
  above?: ReactNode
  /** One line beside the title. */
  summary?: ReactNode
  /** Actions, at the end of the line. */
  children?: ReactNode
}

/** Header of a page. Its height does not change when data loads. */
export function PageHeader({ title, tabName, above, summary, children }: Props) {
  useSetPageName(tabName ?? (typeof title === 'string' ? title : undefined))
  return (
    <header className={classes.header}>
      {above && <p className={classes.above}>{above}</p>}
      <h1 className={classes.title}>{title}</h1>
      {summary && <div className={classes.summary}>{summary}</div>}
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}
