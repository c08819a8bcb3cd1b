import { type ReactNode } from 'react'
import classes from './StatusDot.module.css'

/** Tone of an outcome: `quiet` is final without effect, `waiting` is not final yet. */
export type Tone = 'good' | 'odd' | 'bad' | 'quiet' | 'waiting'

/** Coloured dot with a label, since colour alone is not accessible. */
export function StatusDot({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={classes.dot} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
