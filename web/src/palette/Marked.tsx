import { partsOf } from './matches.ts'
import classes from './Results.module.css'

/** Text with the matches of a search highlighted. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  return partsOf(text, typed).map((part, place) =>
    part.marked ? (
      <mark key={place} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
