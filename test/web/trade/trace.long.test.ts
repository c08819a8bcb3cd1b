/// <reference lib="dom" />
// cspell:ignore lector
import type { Page } from 'playwright-core'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { pressSequence } from '../../support/browser/keyboard.ts'
import { givenTracedRows, traced } from '../../support/traced.ts'

const { openPage } = await givenBrowser()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  await givenTracedRows(gateway.db, new Date(gateway.clock.now() - 3_600_000))
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('the box follows a message with the keyboard alone, and the timeline leads to its parts', async () => {
  const page = await open('/')
  await pressSequence(page, 'g', 'z')
  await page.getByRole('heading', { level: 1, name: 'Traza' }).waitFor()
  await page.getByText('Un libro, por su ISBN').waitFor()
  await box(page).fill(traced.messageId)
  await page.keyboard.press('Enter')

  await page.getByText('Reconocido como mensaje SINLI').waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(traced.messageId)
  const kinds = await steps(page).locator('p:first-child > span:first-child').allTextContents()
  expect(kinds).toEqual([
    ...['Petición', 'Mensaje recibido', 'Proceso', 'Petición observada', 'Incidente'],
    ...['Petición', 'Reproceso', 'Proceso', 'Documento guardado', 'Auditoría'],
  ])
  await page.getByText(traced.replaying.traceId).waitFor()
  await steps(page).getByRole('link', { name: '2/2 mensajes' }).click()

  await page.waitForURL(`**/replays/${traced.replay}`)
  await page.getByRole('link', { name: 'Ver la traza' }).click()
  await page.getByText('Reconocido como reproceso').waitFor()
})

test('a number of two senders is chosen from, and a document leads to the trace of its message', async () => {
  const page = await open(`/trace?id=${encodeURIComponent(traced.number)}`)

  await page.getByText('elige una').waitFor()
  await page.getByText('de LIB00003 para LIB00001').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'de LIB00002' }).getByRole('link').click()

  await page.getByText('Reconocido como documento SINLI').waitFor()
  await page.getByRole('table', { name: 'Documentos' }).getByRole('link', { name: 'ENVIO A/1234' }).waitFor()
})

test('an id that nothing has is said to be unknown, and a trace id to have no steps here', async () => {
  const page = await open('/trace?id=nobody')
  await page.getByText('No hay nada con el identificador «nobody»').waitFor()

  await box(page).fill('e'.repeat(32))
  await page.getByRole('button', { name: 'Seguir' }).click()

  await page.getByText('No hay pasos guardados').waitFor()
})

test('the search traces what may be an id', async () => {
  const page = await open('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('c-100')
  await page.getByRole('group', { name: 'Traza' }).getByRole('option', { name: 'Seguir «c-100»' }).click()

  await page.getByText('Reconocido como cliente').waitFor()
})

test('an audit entry and a message lead to their traces', async () => {
  const page = await open('/audit?action=customer.unlock')
  await page.getByRole('row').filter({ hasText: 'c-100' }).getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ver la traza' }).click()
  await page.getByText('Reconocido como petición').waitFor()

  await page.goto(`/messages/${traced.message}`)
  await page.getByRole('link', { name: 'Ver la traza' }).click()
  await page.getByText('Reconocido como mensaje SINLI').waitFor()
})

test('the page fits a phone, and axe finds nothing', async () => {
  for (const [path, text] of [
    ['/trace', 'Un libro, por su ISBN'],
    [`/trace?id=${traced.message}`, 'Reconocido como mensaje SINLI'],
    [`/trace?id=${encodeURIComponent(traced.number)}`, 'elige una'],
  ] as const) {
    const page = await open(path)
    await page.getByText(text).waitFor()
    expect({ path, flaws: await flawsOf(page) }).toEqual({ path, flaws: [] })
  }
})

async function open(path: string): Promise<Page> {
  const page = await openPage(gateway.url, path, gateway.cookie)
  await page.getByText('en vivo').first().waitFor()
  return page
}

const box = (page: Page) => page.getByRole('searchbox', { name: 'Qué se busca' })
const steps = (page: Page) => page.getByRole('list', { name: 'Pasos' }).getByRole('listitem')
