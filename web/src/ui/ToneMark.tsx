import { type ReactNode } from 'react'
import classes from './ToneMark.module.css'

/** How something stands: `quiet` is settled without effect, `waiting` is not settled yet. */
export type Tone = 'good' | 'odd' | 'bad' | 'quiet' | 'waiting'

/** A coloured dot with its word: colour alone would not tell everyone. */
export function ToneMark({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={classes.mark} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
