import { type TimerFragment } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { formatPercent } from '../../format/formatNumber.ts'
import { formatPeriod } from '../../format/formatPeriod.ts'
import { formatClock } from '../../format/formatTime.ts'
import { stateLabels } from '../labels.ts'

const text = localize(
  {
    closes: 'Se cerrará',
    becomes: (state: string) => `Pasará a ${state}`,
    after: (action: string, required: string, limits: string) => `${action} tras ${required} por debajo de ${limits}`,
    current: (shares: string) => `último minuto: ${shares}`,
    withinMargin: 'dentro del margen de error',
    lasts: (elapsed: string) => `lleva ${elapsed}`,
    notYet: 'aún no lo está',
    unconfirmed: 'falta confirmarlo con las próximas muestras',
    paused: (time: string) => `en pausa desde las ${time}`,
    above: (limits: string, elapsed: string) => `Por encima del límite (${limits}) desde hace ${elapsed}`,
    share: (percent: string, window: string) => `${percent}\u00a0% en ${window}`,
    dueAt: (state: string, required: string) => `${state} a los ${required}`,
    dueSoon: (state: string) => `${state} si lo confirma el último minuto`,
    ERRORS: 'fallidas',
    SLOW: 'lentas',
    of: (percent: string, signal: string) => `${percent}\u00a0% de ${signal}`,
    TRAFFIC: 'las peticiones esperadas',
    afterTraffic: (action: string, required: string, percent: string) =>
      `${action} tras ${required} con al menos el ${percent}\u00a0% de las peticiones esperadas`,
    lost: (percent: string, elapsed: string) =>
      `Menos del ${percent}\u00a0% de las peticiones esperadas desde hace ${elapsed}`,
    now: (percent: string) => ` (ahora: ${percent}\u00a0%)`,
    and: ' y ',
    both: (percent: string) => `${percent}\u00a0% de fallidas y de lentas`,
  },
  {
    closes: 'It will close',
    becomes: (state) => `It will become ${state}`,
    after: (action, required, limits) => `${action} after ${required} below ${limits}`,
    current: (shares) => `last minute: ${shares}`,
    withinMargin: 'within the margin of error',
    lasts: (elapsed) => `${elapsed} so far`,
    notYet: 'not yet below',
    unconfirmed: 'the next samples have to confirm it',
    paused: (time) => `paused since ${time}`,
    above: (limits, elapsed) => `Above the limit (${limits}) for ${elapsed}`,
    share: (percent, window) => `${percent}\u00a0% in ${window}`,
    dueAt: (state, required) => `${state} after ${required}`,
    dueSoon: (state) => `${state} if the last minute confirms it`,
    ERRORS: 'failed',
    SLOW: 'slow',
    of: (percent, signal) => `${percent}\u00a0% ${signal}`,
    TRAFFIC: 'of the expected requests',
    afterTraffic: (action, required, percent) =>
      `${action} after ${required} with at least ${percent}\u00a0% of the expected requests`,
    lost: (percent, elapsed) => `Less than ${percent}\u00a0% of the expected requests for ${elapsed}`,
    now: (percent) => ` (now: ${percent}\u00a0%)`,
    and: ' and ',
    both: (percent) => `${percent}\u00a0% failed and slow`,
  },
)

/** Condition that ends the bad state of a subject, and how long it has been met at `now`. */
export function recoveryText(timer: TimerFragment, now: Date, hasIncident: boolean): string {
  const action = timer.state === 'OPERATIVO' && hasIncident ? text.closes : text.becomes(stateLabels[timer.state])
  const [traffic] = timer.limits.filter(isTraffic)
  if (traffic) return `${trafficRecoveryText(action, timer, traffic)}; ${progressOf(timer, now).join(', ')}.`
  const sentence = text.after(action, formatSeconds(timer.requiredSeconds), limitsText(timer.limits))
  return `${sentence}${currentText(timer.limits)}; ${progressOf(timer, now).join(', ')}.`
}

/** The worse state that may come next, and how long its limit has been exceeded at `now`. */
export function pendingText(timer: TimerFragment, now: Date): string {
  const state = stateLabels[timer.state]
  const next = isDue(timer, now) ? text.dueSoon(state) : text.dueAt(state, formatSeconds(timer.requiredSeconds))
  const elapsed = formatSeconds(elapsedSeconds(timer, now))
  const [traffic] = timer.limits.filter(isTraffic)
  const above = traffic
    ? text.lost(formatPercent(traffic.percent), elapsed)
    : text.above(limitsText(timer.limits), elapsed)
  return `${[above, ...sharesIn(timer), ...pauseOf(timer)].join(', ')}; ${next}.`
}

type Limit = TimerFragment['limits'][number]

const isTraffic = ({ signal }: Limit) => signal === 'TRAFFIC'

function trafficRecoveryText(action: string, { requiredSeconds }: TimerFragment, { percent, current }: Limit): string {
  const sentence = text.afterTraffic(action, formatSeconds(requiredSeconds), formatPercent(percent))
  return `${sentence}${current === null ? '' : text.now(formatPercent(current))}`
}

function progressOf(timer: TimerFragment, now: Date): string[] {
  if (timer.limits.some(({ exceeded }) => exceeded)) return [text.notYet]
  if (timer.since === null) return [text.unconfirmed]
  const lasts = text.lasts(formatSeconds(elapsedSeconds(timer, now)))
  return [lasts, ...pauseOf(timer), ...(isDue(timer, now) ? [text.unconfirmed] : [])]
}

/** The share over the limit, and the window in which it was measured. */
const sharesIn = ({ limits }: TimerFragment) =>
  limits.flatMap(({ share, windowSeconds }) =>
    share === null || windowSeconds === null ? [] : [text.share(formatPercent(share), formatSeconds(windowSeconds))],
  )

const pauseOf = ({ pausedAt }: TimerFragment) => (pausedAt === null ? [] : [text.paused(formatClock(pausedAt))])

const isDue = ({ dueAt, pausedAt }: TimerFragment, now: Date) =>
  dueAt !== null && pausedAt === null && Date.parse(dueAt) < now.getTime()

// The server's clock may be ahead of the browser's.
const elapsedSeconds = ({ since, pausedAt }: TimerFragment, now: Date) =>
  Math.max(0, Math.floor(((pausedAt ? Date.parse(pausedAt) : now.getTime()) - Date.parse(since ?? '')) / 1000))

/** The shares that are compared with the limits, in brackets; empty without samples. */
function currentText(limits: TimerFragment['limits']): string {
  const shares = limits.flatMap(({ current }) => (current === null ? [] : [`${formatPercent(current)}\u00a0%`]))
  if (shares.length === 0) return ''
  const isWithinMargin = limits.some(({ current, percent, exceeded }) => !exceeded && (current ?? 0) >= percent)
  return ` (${[text.current(shares.join(text.and)), ...(isWithinMargin ? [text.withinMargin] : [])].join(', ')})`
}

function limitsText(limits: TimerFragment['limits']): string {
  const [first, second] = limits
  if (first && first.percent === second?.percent) return text.both(formatPercent(first.percent))
  return limits.map(({ percent, signal }) => text.of(formatPercent(percent), text[signal])).join(text.and)
}

/** Formats a duration to the second, e.g. `70 s` or `2 min 10 s`. */
export function formatSeconds(total: number): string {
  return total <= 120 ? `${String(total)} s` : formatPeriod(total)
}
