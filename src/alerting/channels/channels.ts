import type { SmtpSettings } from '../../config.ts'
import { DestinationType } from '../../generated/prisma/enums.ts'
import type { Clock } from '../../lib/clock.ts'
import { newTraceId, traceHeaders } from '../../lib/trace-context.ts'
import type { AlertMessage } from '../message.ts'
import type { Exchange, Outbound } from '../outbound/outbound.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { noSecretsKey } from '../secrets.ts'
import { alertmanagerRequests } from './alertmanager.ts'
import { canReceive } from './channel-traits.ts'
import { addressesIn, composeEmail, recipientsLeft, sendEmail } from './email.ts'
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
  error: Sentence | null
  /** The beginning of the answer. */
  answer: string | null
  ms: number
  /** Delay that the receiver asks for in Retry-After; null if it asks for none. */
  retryAfterMs: number | null
  /** Whether the receiver rejected the message itself: a retry is unlikely to succeed. */
  permanent: boolean
  /** Whether the receiver reports that it no longer exists (410 Gone). */
  gone: boolean
  /** How many requests, or recipients of an e-mail, have been delivered, those of earlier attempts included. */
  delivered: number
  /** The recipients of an e-mail that were refused for the moment, unlike others; null if there are no such. */
  left: readonly string[] | null
}

type SenderDeps = {
  settings: { smtp: SmtpSettings | null; environment: string; pagerdutyUrl: string }
  outbound: Outbound
  clock: Pick<Clock, 'now' | 'elapsed'>
}

export type Sender = { send: (receiver: Receiver, outgoing: OutgoingMessage) => Promise<SendResult> }

/** The reason why there can be no e-mail. */
const noSmtp: Sentence = { code: 'SMTP_NOT_SET', parameters: {} }

/** Whether the settings allow a type of destination, and the reason if not. */
export type TypeStatus = { type: DestinationType; available: boolean; reason: Sentence | null }

/** Whether the settings allow each type of destination. */
export const availableTypes = (settings: { smtp: SmtpSettings | null; hasSecretsKey: boolean }): TypeStatus[] =>
  Object.values(DestinationType).map((type) => {
    const isAvailable = type === 'EMAIL' ? settings.smtp !== null : settings.hasSecretsKey
    return { type, available: isAvailable, reason: isAvailable ? null : reasonAgainst(type) }
  })

const reasonAgainst = (type: DestinationType): Sentence => (type === 'EMAIL' ? noSmtp : noSecretsKey)

/** The result of an attempt that failed before anything was sent. */
export const notSent = (error: Sentence, { permanent, delivered }: Pick<SendResult, 'permanent' | 'delivered'>) => ({
  ok: false,
  status: null,
  error,
  answer: null,
  ms: 0,
  retryAfterMs: null,
  permanent,
  gone: false,
  delivered,
  left: null,
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
    return failure({ code: 'ONLY_INCIDENTS_TAKEN', parameters: {} }, outgoing.delivered)
  if (receiver.type === 'EMAIL') return deliverEmail(receiver, outgoing, deps)
  return deliverRequests(requestsOf(receiver, receiver.type, outgoing, deps), outgoing, deps.outbound)
}

async function deliverEmail(receiver: Receiver, outgoing: OutgoingMessage, { settings }: SenderDeps): Promise<Attempt> {
  const { smtp, environment } = settings
  const { to } = receiver.config
  const { delivered: before = 0 } = outgoing
  if (smtp === null) return failure(noSmtp, before)
  if (recipientsLeft(to, outgoing).length === 0) return nobodyLeft(before)
  const document = describe(outgoing.message, receiver, environment)
  const mail = composeEmail(receiver, outgoing, { from: smtp.from, document })
  const { accepted, deferred, ...result } = await sendEmail(smtp, mail)
  const delivered = before + accepted
  const left = leftOf(to, { deferred, delivered })
  // If some have it and the others are refused for good, nobody is left to try.
  const ok = result.permanent ? delivered > 0 : result.status === 250 && left === null
  return { ...result, ok, retryAfterMs: null, gone: false, delivered, left }
}

/** The recipients that were refused for the moment, unlike others; null if there are no such. */
function leftOf(to: readonly string[], { deferred, delivered }: { deferred: string[]; delivered: number }) {
  const refused = addressesIn(to, deferred)
  return refused.length > 0 && (delivered > 0 || refused.length < to.length) ? refused : null
}

/** The result if those who had not got an e-mail are no longer recipients of its destination. */
const nobodyLeft = (delivered: number): Attempt => ({
  ...{ ok: true, status: null, error: null, answer: null, delivered },
  ...{ retryAfterMs: null, permanent: false, gone: false, left: null },
})

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
  const permanent = isPermanent(status)
  return { ...last, ok: last.error === null, permanent, gone: status === 410, delivered, left: null }
}

/** Redirects and client errors, except the transient 408, 425 and 429. */
const isPermanent = (status: number | null) =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status)

const failure = (error: Sentence, delivered = 0): Attempt => notSent(error, { permanent: true, delivered })
