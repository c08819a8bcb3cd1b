import { splitMatches } from './matchText.ts'
import classes from './Results.module.css'

/** Text with the matches of a search highlighted. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return splitMatches(text, query).map((part, index) =>
    part.isMatch ? (
      <mark key={index} className={classes.match}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
