import { createSigningSecret } from '../../src/alerting/channels/webhook.ts'
import { incidentsMessage, receiverOf } from '../support/alerting/alert-messages.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { givenSender } from '../support/alerting/sender.ts'

const sendTo = (url: string) =>
  givenSender().send(receiverOf('WEBHOOK', url, { secret: { url, key: createSigningSecret() } }), {
    id: 'msg_1',
    message: incidentsMessage(),
  })

it.each([
  [200, { ok: true, permanent: false, gone: false }],
  [299, { ok: true, permanent: false, gone: false }],
  [301, { ok: false, permanent: true, gone: false }],
  [400, { ok: false, permanent: true, gone: false }],
  [408, { ok: false, permanent: false, gone: false }],
  [410, { ok: false, permanent: true, gone: true }],
  [425, { ok: false, permanent: false, gone: false }],
  [429, { ok: false, permanent: false, gone: false }],
  [500, { ok: false, permanent: false, gone: false }],
  [503, { ok: false, permanent: false, gone: false }],
])('a response with the status %i is classified as delivered, permanent or temporary', async (status, expected) => {
  await using receiver = await givenReceiver((response) => response.writeHead(status).end())

  expect(await sendTo(receiver.url)).toMatchObject({ status, ...expected })
})

it('a Retry-After sets the delay of the next attempt, and a closed connection is a temporary failure', async () => {
  await using receiver = await givenReceiver((response) => response.writeHead(503, { 'retry-after': '7' }).end('later'))
  await using dead = await givenReceiver((response) => response.destroy())

  expect(await sendTo(receiver.url)).toMatchObject({ ok: false, retryAfterMs: 7_000, answer: 'later' })
  expect(await sendTo(dead.url)).toMatchObject({
    ok: false,
    status: null,
    permanent: false,
    error: { code: 'HOST_CLOSED', parameters: {} },
  })
})
