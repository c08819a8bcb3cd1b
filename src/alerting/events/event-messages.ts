import type { AuditEntry, InboundAttempt } from '../../generated/prisma/client.ts'
import type { Localized } from '../../lib/language.ts'
import type { EventDetails, EventName } from '../channels/webhook-data.ts'
import type { EventMessage } from '../message.ts'

/** The event of an audit entry: a customer was locked or unlocked, or a replay finished. */
export function auditEvent({ at, action, object, after, before }: AuditEntry): EventMessage {
  const id = object.slice(object.indexOf(':') + 1)
  if (action === 'integration.replay') {
    const { dryRun } = (before ?? {}) as { dryRun?: boolean }
    const data = { replayId: id, dryRun: dryRun ?? false, result: after as EventDetails<'replay.finished'>['result'] }
    return eventMessage('replay.finished', at, data, {
      es: `Ha terminado de reprocesar mensajes la petición ${id}.`,
      en: `The replay ${id} has finished.`,
    })
  }
  const { lockReason, reason } = (after ?? {}) as { lockReason?: string | null; reason?: string | null }
  if (action === 'customer.lock')
    return eventMessage(
      'customer.locked',
      at,
      { customerId: id, reason: lockReason ?? null },
      {
        es: `El acceso del cliente ${id} está bloqueado.`,
        en: `The login of the customer ${id} is locked.`,
      },
    )
  return eventMessage(
    'customer.unlocked',
    at,
    { customerId: id, reason: reason ?? null },
    {
      es: `El acceso del cliente ${id} está desbloqueado.`,
      en: `The login of the customer ${id} is unlocked.`,
    },
  )
}

type FailedAttempt = InboundAttempt & { message: { sender: string | null; document: string | null } }

/** The event of an inbound message that could not be processed. */
export const failedMessageEvent = ({ at, messageId, code, problem, message }: FailedAttempt): EventMessage =>
  eventMessage(
    'sinli.message_failed',
    at,
    { messageId, code, problem, ...message },
    {
      es: `No se pudo procesar el mensaje SINLI ${messageId} (${code ?? 'sin código'}).`,
      en: `The SINLI message ${messageId} could not be processed (${code ?? 'no code'}).`,
    },
  )

/** The event that all watched services have been silent since `since`. `at` is in milliseconds since 1970. */
export const interruptionEvent = (since: Date, at: number): EventMessage =>
  eventMessage(
    'telemetry.interrupted',
    new Date(at),
    { since: since.toISOString() },
    {
      es: `Ningún servicio vigilado informa desde ${since.toISOString()}: lo que solo ellos miden está en Desconocido.`,
      en: `No watched service has reported since ${since.toISOString()}: what they alone measure is Desconocido.`,
    },
  )

const eventMessage = <Name extends EventName>(
  event: Name,
  at: Date,
  data: EventDetails<Name>,
  sentence: Localized,
): EventMessage => ({ kind: 'EVENT', at: at.toISOString(), event, data, sentence, url: null })
