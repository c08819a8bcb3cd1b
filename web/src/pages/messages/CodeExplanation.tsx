import { explainCode } from './codes.ts'
import classes from './CodeExplanation.module.css'

/** A code and its explanation. */
export function CodeExplanation({ code }: { code: string }) {
  return (
    <>
      <span className={classes.code}>{code}</span>
      <span className={classes.explanation}>{explainCode(code)}</span>
    </>
  )
}
