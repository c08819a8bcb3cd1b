import { type ConnectionState, useConnectionState } from '../../../api/client/connectionState.ts'
import { type Panel } from '../../../api/incidents/notifications.ts'
import { type KindHealth, useKinds } from '../../../api/health/overview.ts'
import { type State } from '../../../generated/graphql.ts'
import { plural, localize } from '../../../i18n.ts'
import { formatTime } from '../../../format/formatTime.ts'
import { useNow } from '../../../ui/useNow.ts'

/** The message shown when no incident is open. */
export type AllClearMessage = { isHealthy: boolean; title: string; detail: string }

const text = localize(
  {
    allWell: 'Todo en orden',
    none: 'Ningún incidente abierto',
    unknown: 'Estado sin confirmar',
    operational: (operational: number, total: number) =>
      `Ningún incidente abierto: ${String(operational)} de ${String(total)} operativos.`,
    noData: (n: number) => `${String(n)} sin datos.`,
    noSamples: 'Todavía no ha llegado nada por lo que juzgar: no se sabe si todo va bien.',
    stillBad: (n: number) =>
      plural(n, '1 sigue fallando o degradado', `${String(n)} siguen fallando o degradados`) +
      ', aunque su incidente se resolvió.',
    reading: 'Cargando el estado actual.',
    lost: (since: string) => `Últimos datos recibidos ${since}. Reconectando.`,
    at: (time: string) => `a las ${time}`,
    once: 'hace un momento',
  },
  {
    allWell: 'All is well',
    none: 'No open incidents',
    unknown: 'State not confirmed',
    operational: (operational, total) => `No open incidents: ${String(operational)} of ${String(total)} operational.`,
    noData: (n) => `${String(n)} without data.`,
    noSamples: 'No samples to evaluate yet.',
    stillBad: (n) =>
      plural(n, '1 is still failing or degraded', `${String(n)} are still failing or degraded`) +
      ', although the incident was resolved.',
    reading: 'Loading the current state.',
    lost: (since) => `Last data received ${since}. Reconnecting.`,
    at: (time) => `at ${time}`,
    once: 'a moment ago',
  },
)

/**
 * The message for a panel without incidents. It is good news only if the data is live and some subject is operational.
 */
export function useAllClear(panel: Panel): AllClearMessage {
  const connection = useConnectionState()
  const { data: kinds } = useKinds()
  return describePanel({ panel, connection, kinds, now: useNow() })
}

type PanelState = { panel: Panel; connection: ConnectionState; kinds: readonly KindHealth[] | undefined; now: Date }

function describePanel({ panel, connection, kinds, now }: PanelState): AllClearMessage {
  if (connection.status === 'reconnecting' || connection.status === 'silent') {
    const { since } = connection
    return uncertain(text.unknown, text.lost(since ? text.at(formatTime(since, now)) : text.once))
  }
  if (!kinds) return uncertain(text.none, text.reading)
  const message = describeKinds(kinds)
  // During a maintenance, the incident of a silent service does not count. Its silence still makes the message
  // uncertain.
  return panel.silentSources.length > 0 ? uncertain(text.none, message.detail) : message
}

function describeKinds(kinds: readonly KindHealth[]): AllClearMessage {
  const total = kinds.reduce((sum, { subjectCount }) => sum + subjectCount, 0)
  const [operational, noData] = [countInState(kinds, 'OPERATIVO'), countInState(kinds, 'DESCONOCIDO')]
  // An incident resolved by force leaves the state of its subject unchanged.
  const stillBad = total - operational - noData
  if (stillBad > 0) return uncertain(text.none, text.stillBad(stillBad))
  if (operational === 0) return uncertain(text.none, text.noSamples)
  const detail = [text.operational(operational, total), ...(noData > 0 ? [text.noData(noData)] : [])].join(' ')
  return { isHealthy: true, title: text.allWell, detail }
}

const uncertain = (title: string, detail: string): AllClearMessage => ({ isHealthy: false, title, detail })

const countInState = (kinds: readonly KindHealth[], wantedState: State) =>
  kinds
    .flatMap(({ stateCounts }) => stateCounts)
    .filter(({ state }) => state === wantedState)
    .reduce((sum, { count }) => sum + count, 0)
