import { formatRelative, formatTime } from '../format/formatTime.ts'
import { type State } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

const text = localize(
  { last: (time: string, age: string) => `Última muestra ${time} (${age})` },
  { last: (time, age) => `Last sample ${time} (${age})` },
)

/** The time of the last sample of a subject whose state has been unknown since then; null for other subjects. */
export const lastSampleText = (subject: { state: State; lastSampleAt: string | null }, now: Date): string | null =>
  subject.state === 'DESCONOCIDO' && subject.lastSampleAt !== null
    ? text.last(formatTime(subject.lastSampleAt, now), formatRelative(subject.lastSampleAt, now))
    : null
