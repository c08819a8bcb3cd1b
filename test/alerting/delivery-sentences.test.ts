import { givenAlertingGateway, givenDestination, givenFailingLibraries } from '../support/alerting/destinations.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import type { GivenGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { render, type Sentence } from '../../src/messages/sentences.ts'
import { toStored } from '../../src/messages/stored.ts'

const query = `query ($id: ID!, $language: Language) { destination(id: $id) {
  disabledBecause(language: $language) lastDelivery { attempts { error(language: $language) } } } }`

/** What is said of the last attempt, and of why the destination is disabled. */
async function readReasons(gateway: GivenGateway, id: string, language?: 'ES' | 'EN') {
  const { destination } = await gateway.data(query, { id, language })
  const attempts = (destination.lastDelivery?.attempts ?? []) as { error: string }[]
  return { attempt: attempts.at(-1)?.error, disabled: destination.disabledBecause as string | null }
}

const gone = {
  attempt: 'Respondió con el código 410.',
  disabled: 'Respondió 410 Gone: ya no acepta mensajes.',
}

type Convert = (means: { query: unknown; render: unknown; hash: unknown }) => Promise<boolean>

const script = new URL('../../prisma/conversions/deliveries.js', import.meta.url).href

async function convertAll({ db }: GivenGateway): Promise<void> {
  const { convert } = (await import(script)) as { convert: Convert }
  await convert({
    query: (statement: string, ...values: unknown[]) => db.$queryRawUnsafe(statement, ...values),
    render: (sentence: Sentence) => render(sentence, 'en'),
    hash: (text: string) => toStored({ code: 'TEXT', parameters: { text } }).sentence?.of,
  })
}

it('says in either language why an attempt failed and a destination is disabled, also what was stored before', async () => {
  await using receiver = await givenReceiver((response) => response.writeHead(410).end())
  await using gateway = await givenAlertingGateway()
  const id = await givenDestination(gateway, receiver.url, { waitSeconds: 0, repeatSeconds: null })
  await givenFailingLibraries(gateway, ['a'])
  await gateway.pass(60)
  await until('it is disabled', async () => (await readReasons(gateway, id)).disabled !== null)
  const english = await readReasons(gateway, id)

  expect(english.attempt).toBe('The answer is 410.')
  expect(await readReasons(gateway, id, 'ES')).toEqual(gone)

  await gateway.db.$executeRaw`UPDATE "DeliveryAttempt" SET "sentence" = NULL`
  await gateway.db.$executeRaw`UPDATE "Destination" SET "disabledSentence" = NULL`
  expect(await readReasons(gateway, id, 'ES')).toEqual(english)
  await convertAll(gateway)
  expect(await readReasons(gateway, id, 'ES')).toEqual(gone)

  await gateway.db.$executeRaw`UPDATE "DeliveryAttempt" SET "error" = 'Something else happened.'`
  expect(await readReasons(gateway, id, 'ES')).toEqual({ ...gone, attempt: 'Something else happened.' })
  await convertAll(gateway)
  expect(await readReasons(gateway, id, 'ES')).toEqual({ ...gone, attempt: 'Something else happened.' })
})
