import type { Clock } from '../../lib/clock.ts'
import { newTraceId, traceHeaders } from '../../lib/trace-context.ts'
import type { AlertMessage } from '../message.ts'
import type { Exchange, Outbound } from '../outbound/outbound.ts'
import { notSent, type Attempt, type SendingContext, type SendResult } from './channel.ts'
import { canReceive, channelOf } from './channels.ts'
import { describeMessage } from './message-document.ts'
import type { ChannelRequest, OutgoingMessage, Receiver } from './receiver.ts'

type SenderDeps = Pick<SendingContext, 'settings'> & { outbound: Outbound; clock: Pick<Clock, 'now' | 'elapsed'> }

export type Sender = { send: (receiver: Receiver, outgoing: OutgoingMessage) => Promise<SendResult> }

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

function deliver(
  receiver: Receiver,
  outgoing: OutgoingMessage,
  { settings, outbound, clock }: SenderDeps,
): Promise<Attempt> | Attempt {
  if (!canReceive(receiver.type, outgoing.message.kind))
    return notSent({ code: 'ONLY_INCIDENTS_TAKEN', parameters: {} }, outgoing)
  const describe = describerOf(receiver, settings.environment)
  const context = { settings, now: clock.now(), describe }
  const channel = channelOf(receiver.type)
  if ('deliver' in channel) return channel.deliver(receiver, outgoing, context)
  return deliverRequests(channel.requests(receiver, outgoing, context), outgoing, outbound)
}

/** The title names the environment, because people read messages of several environments. */
const describerOf =
  ({ language }: Receiver, environment: string) =>
  (message: AlertMessage) => {
    const document = describeMessage(message, language)
    return { ...document, title: `[${environment}] ${document.title}` }
  }

/**
 * Sends the remaining requests of a delivery, one after the other, until one fails. Each request is a span of the
 * trace.
 */
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

/** Whether a status is permanent: redirects and client errors, except the transient 408, 425 and 429. */
const isPermanent = (status: number | null) =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status)
