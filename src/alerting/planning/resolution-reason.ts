import type { Database } from '../../database/database.ts'
import type { TimelineEntry } from '../../generated/prisma/client.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Language, Localized } from '../../lib/language.ts'
import { figuresText } from '../../monitoring/health/reason-text.ts'
import type { Severity } from '../../monitoring/health/rule/state.ts'
import { findIncidentMoments, type IncidentMoment } from '../../monitoring/incidents/incident-evidence.ts'
import type { Resolution } from '../../monitoring/incidents/incident.ts'
import { wordings } from '../channels/wording.ts'

/** The way an incident ended for a receiver. SUPPRESSED: the incident is open, but no longer counts. */
export type Ending = Resolution | 'SUPPRESSED'

/** An incident that is over, and when, in milliseconds since 1970. */
export type EndedIncident = { id: string; maxSeverity: Severity; ending: Ending; at: number }

/** The end of an incident in milliseconds since 1970, and a text with its severity, its duration, and how it ended. */
export type IncidentEnd = { at: number; reason: Localized }

/**
 * The ends of incidents that are over, by their ids. For a receiver, a suppressed incident ended when it was
 * suppressed.
 */
export async function readIncidentEnds(
  db: Database,
  ended: readonly EndedIncident[],
): Promise<Map<string, IncidentEnd>> {
  if (ended.length === 0) return new Map()
  const ids = ended.map(({ id }) => id)
  const moments = new Map((await findIncidentMoments(db, ids)).map((one) => [one.incidentId, one]))
  const entries = await db.timelineEntry.findMany({
    where: { incidentId: { in: ids }, event: { notIn: ['NOTE', 'NOTIFIED'] } },
    orderBy: { id: 'asc' },
    select: { incidentId: true, event: true, severity: true, at: true },
  })
  const timelines = groupBy(entries, ({ incidentId }) => incidentId)
  return new Map(
    ended.map((incident) => {
      const { id, maxSeverity, ending } = incident
      const timeline = timelines.get(id) ?? []
      const suppressed = timeline.findLast(({ event }) => event === 'SUPPRESSED')
      const at = ending === 'SUPPRESSED' && suppressed ? suppressed.at.getTime() : incident.at
      const worst = moments.get(id)?.worst ?? null
      const lastedMs = timeAt(maxSeverity, timeline, at)
      const say = (language: Language) => resolutionReason({ ...incident, at }, { worst, lastedMs }, language)
      return [id, { at, reason: { es: say('es'), en: say('en') } }]
    }),
  )
}

type SeverityEntry = Pick<TimelineEntry, 'event' | 'severity' | 'at'>

/**
 * Time that an incident had a severity until `until`, in milliseconds. Times in which it was resolved, or in which no
 * data arrived and the state was unknown, are left out.
 */
export function timeAt(severity: Severity, timeline: readonly SeverityEntry[], until: number): number {
  let total = 0
  let since: number | null = null
  // After the clock was set back, an entry can be earlier than the previous one.
  const lasted = (end: number) => (since === null ? 0 : Math.max(0, end - since))
  let period = { isOpen: false, hasData: true }
  for (const entry of timeline) {
    const at = Math.min(entry.at.getTime(), until)
    total += lasted(at)
    period = { ...period, ...periodsAfter[entry.event] }
    since = period.isOpen && period.hasData && entry.severity === severity ? at : null
  }
  return total + lasted(until)
}

const periodsAfter: Partial<Record<TimelineEntry['event'], { isOpen?: boolean; hasData?: boolean }>> = {
  OPENED: { isOpen: true, hasData: true },
  REOPENED: { isOpen: true, hasData: true },
  RESOLVED: { isOpen: false },
  NO_DATA: { hasData: false },
  DATA_RETURNED: { hasData: true },
}

/** The reason of an incident that is over, as a sentence. */
export function resolutionReason(
  { maxSeverity, ending, at }: Omit<EndedIncident, 'id'>,
  { worst, lastedMs }: { worst: IncidentMoment | null; lastedMs: number },
  language: Language,
): string {
  const { states, duration } = wordings[language]
  const { was, endings } = texts[language]
  const figures = worst ? `: ${figuresText(worst.evidence, language)}` : ''
  const length = lastedMs > 0 ? ` ${duration(lastedMs)}` : ''
  return `${was(states[maxSeverity], length)}${figures}; ${endings[ending](`${clocks[language].format(at)} (Madrid)`)}.`
}

type Texts = { was: (state: string, length: string) => string; endings: Record<Ending, (time: string) => string> }

const texts: Readonly<Record<Language, Texts>> = {
  es: {
    was: (state, length) => `Estuvo ${state}${length}`,
    endings: {
      AUTOMATIC: (time) => `se recuperó a las ${time}`,
      BY_HAND: (time) => `un operador lo dio por resuelto a las ${time}`,
      BY_FORCE: (time) => `un operador lo dio por resuelto a las ${time} aunque seguía igual`,
      SUBJECT_REMOVED: (time) => `se retiró a las ${time}`,
      ACCEPTED_AS_NORMAL: (time) => `un operador dijo a las ${time} que es normal`,
      SUPPRESSED: (time) => `no cuenta desde las ${time}`,
    },
  },
  en: {
    was: (state, length) => `Was ${state}${length && ` for${length}`}`,
    endings: {
      AUTOMATIC: (time) => `recovered at ${time}`,
      BY_HAND: (time) => `an operator resolved it at ${time}`,
      BY_FORCE: (time) => `an operator resolved it at ${time} although the problem persisted`,
      SUBJECT_REMOVED: (time) => `it was retired at ${time}`,
      ACCEPTED_AS_NORMAL: (time) => `an operator said at ${time} that it is normal`,
      SUPPRESSED: (time) => `it has not counted since ${time}`,
    },
  },
}

const clockOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Madrid', hour: '2-digit', minute: '2-digit' })

const clocks = { es: clockOf('es-ES'), en: clockOf('en-GB') }
