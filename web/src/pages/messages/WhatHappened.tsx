import { type Message } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { sentenceOf } from './codes.ts'
import { helpSentences, statusMeanings } from './statuses.ts'
import classes from './WhatHappened.module.css'

const text = words({ label: 'Qué ha pasado' }, { label: 'What happened' })

/** The problem of a message, and whether and when reprocessing helps; nothing if there is no problem. */
export function WhatHappened({ message }: { message: Message }) {
  const { status, code, problem, replayHelps } = message
  if (code === null && problem === null) return null
  return (
    <section className={classes.box} data-status={status} aria-label={text.label}>
      <p className={classes.sentence}>
        {code === null ? statusMeanings[status] : sentenceOf(code, problem)}
        {code !== null && <code className={classes.code}>{code}</code>}
      </p>
      {problem !== null && (
        <p className={classes.detail} lang="en">
          {problem}
        </p>
      )}
      {replayHelps !== null && <p className={classes.help}>{helpSentences[replayHelps]}</p>}
    </section>
  )
}
