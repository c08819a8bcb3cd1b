import type { Json } from '../gateway.ts'
import { givenReceiver, type Received } from './receiver.ts'

/** What a request says about an incident, by its number. */
export type Claim = { number: number; says: 'FIRING' | 'ACKNOWLEDGED' | 'OVER' }

const pagerDutyStates = { trigger: 'FIRING', acknowledge: 'ACKNOWLEDGED', resolve: 'OVER' } as const

const claimsOf: Record<string, (body: Json) => Claim[]> = {
  alertmanager: ({ alerts }) =>
    (alerts as Json[])
      .filter(({ labels }) => labels.incident !== undefined)
      .map(({ status, labels }) => ({
        number: Number(labels.incident),
        says: status === 'firing' ? 'FIRING' : 'OVER',
      })),
  // The links of an event name the number; `client_url` needs PUBLIC_ORIGIN.
  pagerduty: ({ event_action: action, links = [] }) =>
    (links as Json[]).map(({ text }) => ({
      number: Number((text as string).split('#')[1]),
      says: pagerDutyStates[action as keyof typeof pagerDutyStates],
    })),
  webhook: ({ data: { firing = [], resolved = [] } }) => [
    ...(firing as Json[]).map(({ number, status }) => ({
      number,
      says: status === 'ACKNOWLEDGED' ? ('ACKNOWLEDGED' as const) : ('FIRING' as const),
    })),
    ...(resolved as Json[]).map(({ number }) => ({ number, says: 'OVER' as const })),
  ],
}

/**
 * The state of a receiver that keeps alerts, as Alertmanager's webhook receivers and PagerDuty do: by incident, until it
 * is resolved. It may be away, reject what it gets, or take only some requests.
 */
export function createTracker(format: keyof typeof claimsOf) {
  let failure: number | null = null
  let losesAnswers = false
  let allowed = Infinity
  let rejected: number | null = null
  const alerts = new Map<number, Claim['says']>()
  const claims: Claim[] = []

  function take({ number, says }: Claim) {
    if (says === 'OVER') alerts.delete(number)
    // An acknowledgement of an alert that it does not have is ignored, and a repetition of one changes nothing.
    else if (says === 'ACKNOWLEDGED' ? alerts.has(number) : alerts.get(number) !== 'ACKNOWLEDGED')
      alerts.set(number, says)
  }

  return {
    /** Takes or refuses a request, and returns the status of its answer with what the request said. */
    receive(body: string): { status: number; said: Claim[] } {
      const said = claimsOf[format]?.(JSON.parse(body) as Json) ?? []
      claims.push(...said)
      allowed -= 1
      const isRejected = said.some(({ number }) => number === rejected)
      const status = failure ?? (isRejected ? 400 : allowed >= 0 ? 202 : 429)
      if (status === 202 || (failure !== null && losesAnswers)) said.forEach(take)
      return { status, said }
    },
    /** How each alert stands at it, by the number of the incident. */
    alerts: () => new Map(alerts),
    /** The numbers of the incidents that fire at it, acknowledged ones included. */
    firing: () => new Set(alerts.keys()),
    /** What it was told since the last call. */
    heard: () => claims.splice(0),
    /** It answers 503; what it is sent then may have reached it or not. */
    goAway(how: { losesAnswers: boolean }) {
      failure = 503
      ;({ losesAnswers } = how)
    },
    /** It rejects everything, or only what names the incident with a number. */
    refuse(number: number | null = null) {
      if (number === null) failure = 400
      rejected = number
      losesAnswers = false
    },
    /** It takes this many requests, and answers 429 to others. */
    allow(requests: number) {
      allowed = requests
    },
    comeBack() {
      failure = null
      rejected = null
    },
  }
}

export type TrackerState = ReturnType<typeof createTracker>

/** A tracker of alerts that is called by HTTP. */
export async function givenTracker(format: keyof typeof claimsOf) {
  const tracker = createTracker(format)
  const receiver = await givenReceiver((response, { body }: Received) => {
    response.writeHead(tracker.receive(body).status).end()
  })
  return { ...tracker, url: receiver.url, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() }
}

export type Tracker = Awaited<ReturnType<typeof givenTracker>>
