import { type Message } from '../../api/messages/messages.ts'
import { localize } from '../../i18n.ts'
import { explainCode } from './codes.ts'
import { replayHelpTexts, statusMeanings } from './statuses.ts'
import classes from './MessageProblem.module.css'

const text = localize({ label: 'Qué ha pasado' }, { label: 'What happened' })

/** The problem of a message, and whether and when reprocessing helps; nothing if there is no problem. */
export function MessageProblem({ message }: { message: Message }) {
  const { status, code, problem, replayHelps } = message
  if (code === null && problem === null) return null
  return (
    <section className={classes.box} data-status={status} aria-label={text.label}>
      <p className={classes.sentence}>
        {code === null ? statusMeanings[status] : explainCode(code)}
        {code !== null && <code className={classes.code}>{code}</code>}
      </p>
      {problem !== null && <p className={classes.detail}>{problem}</p>}
      {replayHelps !== null && <p className={classes.help}>{replayHelpTexts[replayHelps]}</p>}
    </section>
  )
}
