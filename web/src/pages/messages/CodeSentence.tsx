import { sentenceOf } from './codes.ts'
import classes from './CodeSentence.module.css'

/** A code and its explanation. */
export function CodeSentence({ code, problem }: { code: string; problem?: string | null }) {
  return (
    <>
      <span className={classes.code}>{code}</span>
      <span className={classes.sentence}>{sentenceOf(code, problem)}</span>
    </>
  )
}
