import { webhookBodies } from '../../src/alerting/channels/webhook-bodies.ts'
import type { EventDetails, EventName } from '../../src/alerting/channels/webhook-data.ts'
import { auditEvent, failedMessageEvent, interruptionEvent } from '../../src/alerting/events/event-messages.ts'
import type { EventMessage } from '../../src/alerting/message.ts'

type Examples = { [Name in EventName]: (details: EventDetails<Name>) => EventMessage }

const at = new Date('2026-03-01T13:05:00.000Z')

const entry = (action: string, object: string, before: object, after: object) =>
  auditEvent({ at, action, object, before, after } as Parameters<typeof auditEvent>[0])

const events: Examples = {
  'customer.locked': ({ customerId, reason }) =>
    entry('customer.lock', `customer:${customerId}`, {}, { lockReason: reason }),
  'customer.unlocked': ({ customerId, reason }) => entry('customer.unlock', `customer:${customerId}`, {}, { reason }),
  'sinli.message_failed': ({ messageId, sender, document, ...details }) =>
    failedMessageEvent({ at, messageId, ...details, message: { sender, document } } as Parameters<
      typeof failedMessageEvent
    >[0]),
  'replay.finished': ({ replayId, dryRun, result }) =>
    entry('integration.replay', `replay:${replayId}`, { dryRun }, result),
  'telemetry.interrupted': ({ since }) => interruptionEvent(new Date(since), at.getTime()),
}

it.each(Object.keys(events) as EventName[])('the documented example of a webhook %s is what one says', (name) => {
  const [example] = webhookBodies[name].meta()?.examples as [{ data: { text: string; details: never } }]
  const event = events[name](example.data.details)

  expect(event).toMatchObject({ event: name, sentence: { es: example.data.text }, data: example.data.details })
})
