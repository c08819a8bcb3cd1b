import { type ReactNode, useId } from 'react'
import panel from './Panel.module.css'

type Props = { title: string; aside?: ReactNode; busy?: boolean; children: ReactNode }

/** Framed section of a page with a title. Its children bring their own padding or use `panel.body`. */
export function Section({ title, aside, busy = false, children }: Props) {
  const id = useId()
  return (
    <section className={panel.panel} aria-labelledby={id} aria-busy={busy}>
      <div className={panel.head}>
        <h2 id={id} className={panel.title}>
          {title}
        </h2>
        {aside && <div className={panel.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
