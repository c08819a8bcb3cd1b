import { type Connection, useConnection } from '../../api/connection.ts'
import { type Panel } from '../../api/notifications.ts'
import { type KindHealth, useKinds } from '../../api/overview.ts'
import { type State } from '../../generated/graphql.ts'
import { plural, words } from '../../language.ts'
import { showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'

/** The message shown when no incident is open. */
export type Verdict = { isWell: boolean; title: string; detail: string }

const text = words(
  {
    well: 'Todo en orden',
    none: 'Ningún incidente abierto',
    unknown: 'No se sabe si algo falla',
    operational: (well: number, all: number) =>
      `Ningún incidente abierto: ${String(well)} de ${String(all)} operativos.`,
    noData: (n: number) => plural(n, 'De 1 no hay datos.', `De ${String(n)} no hay datos.`),
    nothingJudged: 'Todavía no ha llegado nada por lo que juzgar: no se sabe si todo va bien.',
    stillBad: (n: number) =>
      plural(n, '1 sigue fallando o degradado', `${String(n)} siguen fallando o degradados`) +
      ', aunque su incidente se dio por resuelto.',
    reading: 'Se está leyendo cómo está lo que se vigila.',
    interrupted: (since: string) =>
      `No llega telemetría desde ${since}. Hasta entonces no había ningún incidente abierto.`,
    lost: (since: string) => `Es lo último que se supo, ${since}. Se sigue intentando conectar.`,
    at: (time: string) => `a las ${time}`,
    once: 'hace un momento',
  },
  {
    well: 'All is well',
    none: 'No open incident',
    unknown: 'It is not known whether anything fails',
    operational: (well, all) => `No open incident: ${String(well)} of ${String(all)} operational.`,
    noData: (n) => `There is no data about ${String(n)}.`,
    nothingJudged: 'Nothing has arrived yet to judge by: it is not known whether all is well.',
    stillBad: (n) =>
      plural(n, '1 is still failing or degraded', `${String(n)} are still failing or degraded`) +
      ', although the incident was resolved.',
    reading: 'How things are is being read.',
    interrupted: (since) => `No telemetry arrives since ${since}. Until then there was no open incident.`,
    lost: (since) => `This is what was last known, ${since}. Reconnecting goes on.`,
    at: (time) => `at ${time}`,
    once: 'a moment ago',
  },
)

/**
 * The message for a panel without incidents. It is good news only if the data is live and some subject is operational.
 */
export function useVerdict(panel: Panel): Verdict {
  const connection = useConnection()
  const { data: kinds } = useKinds()
  return judge({ panel, connection, kinds, now: useNow() })
}

type Known = { panel: Panel; connection: Connection; kinds: readonly KindHealth[] | undefined; now: Date }

function judge({ panel, connection, kinds, now }: Known): Verdict {
  const interruptedSince = panel.telemetryInterruptedSince
  if (interruptedSince) return doubt(text.unknown, text.interrupted(showTime(interruptedSince, now)))
  if (connection.truth === 'reconnecting' || connection.truth === 'silent') {
    const { since } = connection
    return doubt(text.unknown, text.lost(since ? text.at(showTime(since, now)) : text.once))
  }
  return kinds ? judgeKinds(kinds) : doubt(text.none, text.reading)
}

function judgeKinds(kinds: readonly KindHealth[]): Verdict {
  const all = kinds.reduce((sum, { subjectCount }) => sum + subjectCount, 0)
  const [well, noData] = [countOf(kinds, 'OPERATIVO'), countOf(kinds, 'DESCONOCIDO')]
  // An incident resolved by force leaves the state of its subject unchanged.
  const stillBad = all - well - noData
  if (stillBad > 0) return doubt(text.none, text.stillBad(stillBad))
  if (well === 0) return doubt(text.none, text.nothingJudged)
  const detail = [text.operational(well, all), ...(noData > 0 ? [text.noData(noData)] : [])].join(' ')
  return { isWell: true, title: text.well, detail }
}

const doubt = (title: string, detail: string): Verdict => ({ isWell: false, title, detail })

const countOf = (kinds: readonly KindHealth[], wanted: State) =>
  kinds
    .flatMap(({ stateCounts }) => stateCounts)
    .filter(({ state }) => state === wanted)
    .reduce((sum, { count }) => sum + count, 0)
