import { formatRelative, formatTime } from '../format/formatTime.ts'
import { type State } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

const text = localize(
  { last: (time: string, age: string) => `Última muestra ${time} (${age})` },
  { last: (time, age) => `Last sample ${time} (${age})` },
)

/** When the last sample of a subject arrived that is unknown since then; null for any other. */
export const lastSampleText = (subject: { state: State; lastSampleAt: string | null }, now: Date): string | null =>
  subject.state === 'DESCONOCIDO' && subject.lastSampleAt !== null
    ? text.last(formatTime(subject.lastSampleAt, now), formatRelative(subject.lastSampleAt, now))
    : null
