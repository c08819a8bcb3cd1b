import type { SmtpSettings } from '../../config.ts'
import { DestinationType, type DeliveryKind } from '../../generated/prisma/enums.ts'
import type { Clock } from '../../lib/clock.ts'
import { newTraceId, traceHeaders } from '../../lib/trace-context.ts'
import type { AlertMessage } from '../message.ts'
import type { Exchange, Outbound } from '../outbound/outbound.ts'
import { noSecretsKey } from '../secrets.ts'
import { alertmanagerRequests } from './alertmanager.ts'
import { composeEmail, sendEmail } from './email.ts'
import { describeMessage, type MessageDocument } from './message-document.ts'
import { pagerdutyRequests } from './pagerduty.ts'
import type { ChannelRequest, OutgoingMessage, Receiver } from './receiver.ts'
import { slackBody } from './slack.ts'
import { teamsBody } from './teams.ts'
import { webhookRequest } from './webhook.ts'

export { messageText } from './message-text.ts'
export type { DestinationConfig, DestinationSecret, Receiver } from './receiver.ts'
export { createSigningSecret, parseTarget, type DestinationTarget } from './target.ts'

/** The result of one attempt. */
export type SendResult = {
  ok: boolean
  /** The status of HTTP or SMTP; null without an answer. */
  status: number | null
  error: string | null
  /** The beginning of the answer. */
  answer: string | null
  ms: number
  /** Delay that the receiver asks for in Retry-After; null if it asks for none. */
  retryAfterMs: number | null
  /** Whether the receiver rejected the message itself: a retry is unlikely to succeed. */
  permanent: boolean
  /** Whether the receiver reports that it no longer exists (410 Gone). */
  gone: boolean
  /** How many requests of the message have been delivered, those of earlier attempts included. */
  delivered: number
}

type SenderDeps = {
  settings: { smtp: SmtpSettings | null; environment: string; pagerdutyUrl: string }
  outbound: Outbound
  clock: Pick<Clock, 'now' | 'elapsed'>
}

export type Sender = { send: (receiver: Receiver, outgoing: OutgoingMessage) => Promise<SendResult> }

/** The reason why there can be no e-mail. */
const noSmtp = 'Set SMTP_URL and SMTP_FROM and restart: without them no e-mail can be sent.'

/** Whether the settings allow each type of destination, and the reason if not. */
export const availableTypes = (settings: { smtp: SmtpSettings | null; hasSecretsKey: boolean }) =>
  Object.values(DestinationType).map((type) => {
    const reason = type === 'EMAIL' ? settings.smtp === null && noSmtp : !settings.hasSecretsKey && noSecretsKey
    return { type, available: reason === false, reason: reason || null }
  })

/** Whether a type of destination accepts a kind of message: alert trackers accept only incidents and tests. */
export const canReceive = (type: DestinationType, kind: DeliveryKind): boolean =>
  !tracksAlerts(type) || kind === 'INCIDENTS' || kind === 'TEST'

/** Whether a type of destination tracks one alert per incident and so needs every incident reported. */
export const tracksAlerts = (type: DestinationType): boolean => type === 'ALERTMANAGER' || type === 'PAGERDUTY'

/** Whether each request to this type of destination carries one incident; only changed incidents are then sent. */
export const takesSingleIncidents = (type: DestinationType): boolean => type === 'PAGERDUTY'

/** The result of an attempt that failed before anything was sent. */
export const notSent = (error: string, { permanent, delivered }: Pick<SendResult, 'permanent' | 'delivered'>) => ({
  ok: false,
  status: null,
  error,
  answer: null,
  ms: 0,
  retryAfterMs: null,
  permanent,
  gone: false,
  delivered,
})

/** Sends messages in the format of each type of destination. It never throws: a failure is a result. */
export function createSender(deps: SenderDeps): Sender {
  return {
    async send(receiver, outgoing) {
      const startedAt = deps.clock.elapsed()
      const result = await deliver(receiver, outgoing, deps)
      return { ...result, ms: Math.round(deps.clock.elapsed() - startedAt) }
    },
  }
}

type Attempt = Omit<SendResult, 'ms'>

function deliver(receiver: Receiver, outgoing: OutgoingMessage, deps: SenderDeps): Promise<Attempt> | Attempt {
  if (!canReceive(receiver.type, outgoing.message.kind))
    return failure('This type of destination takes messages about incidents only.')
  if (receiver.type === 'EMAIL') return deliverEmail(receiver, outgoing, deps)
  return deliverRequests(requestsOf(receiver, receiver.type, outgoing, deps), outgoing, deps.outbound)
}

async function deliverEmail(receiver: Receiver, outgoing: OutgoingMessage, { settings }: SenderDeps): Promise<Attempt> {
  const { smtp, environment } = settings
  if (smtp === null) return failure(noSmtp)
  const document = describe(outgoing.message, receiver, environment)
  const result = await sendEmail(smtp, composeEmail(receiver, outgoing, { from: smtp.from, document }))
  return { ...result, ok: result.status === 250, retryAfterMs: null, gone: false, delivered: 0 }
}

function requestsOf(
  receiver: Receiver,
  type: Exclude<DestinationType, 'EMAIL'>,
  outgoing: OutgoingMessage,
  { settings, clock }: SenderDeps,
): ChannelRequest[] {
  const describeHere = (message: AlertMessage) => describe(message, receiver, settings.environment)
  const url = receiver.secret?.url ?? ''
  switch (type) {
    case 'WEBHOOK':
      return [webhookRequest(receiver, outgoing, clock.now())]
    case 'SLACK':
      return [{ url, body: slackBody(outgoing.message, describeHere) }]
    case 'TEAMS':
      return [{ url, body: teamsBody(outgoing.message, describeHere) }]
    case 'ALERTMANAGER':
      return alertmanagerRequests(receiver, outgoing)
    case 'PAGERDUTY':
      return pagerdutyRequests(receiver, outgoing, settings.pagerdutyUrl)
  }
}

/** People read these messages from several environments: the title says which. */
function describe(message: AlertMessage, { language }: Receiver, environment: string): MessageDocument {
  const document = describeMessage(message, language)
  return { ...document, title: `[${environment}] ${document.title}` }
}

/** Sends the requests of a delivery that are left, one after the other until one fails. Each is a span of its trace. */
async function deliverRequests(
  requests: ChannelRequest[],
  { delivered: before = 0, traceId, traceState }: OutgoingMessage,
  outbound: Outbound,
): Promise<Attempt> {
  let last: Exchange = { status: null, error: null, answer: null, retryAfterMs: null }
  let delivered = before
  for (const { url, body, headers } of requests.slice(before)) {
    last = await outbound.send(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...traceHeaders({ traceId: traceId ?? newTraceId(), traceState }),
        ...headers,
      },
    })
    if (last.error !== null) break
    delivered += 1
  }
  const { status } = last
  return { ...last, ok: last.error === null, permanent: isPermanent(status), gone: status === 410, delivered }
}

/** Redirects and client errors, except the transient 408, 425 and 429. */
const isPermanent = (status: number | null) =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status)

const failure = (error: string): Attempt => notSent(error, { permanent: true, delivered: 0 })
