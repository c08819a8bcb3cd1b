import type { Page } from 'playwright-core'
import { hourMs } from '../../../src/monitoring/health/learned-budget/hour-latency.ts'
import { learnableTo } from '../../../src/monitoring/health/learned-budget/learning-schedule.ts'
import { flawsOf } from '../../support/browser/axe.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../../support/gateway.ts'
import { givenOperator, givenSession } from '../../support/auth/operators.ts'

const { openPage } = await givenBrowser()

const path = '/api/admin/libraries/'
const id = `GET ${path}`
const policyPath = `/endpoints/${encodeURIComponent(id)}/policy`

let gateway: GivenGateway
let firstSampleAt: number
beforeAll(async () => {
  gateway = await givenGateway()
  firstSampleAt = gateway.clock.now()
  await requests(6, { good: 5, bad: 0 })
  await requests(12, { good: 4, bad: 1 })
  await requests(100, { good: 5, bad: 0 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Requests every ten seconds, of which some are bad. */
async function requests(ticks: number, { good, bad }: { good: number; bad: number }) {
  for (let tick = 0; tick < ticks; tick++) {
    await gateway.report(...times(good, outcome(200)), ...times(bad, outcome(500)))
    await gateway.pass(10)
  }
}

/** The hours missing of the day of samples that it takes: from the hour of the first one to the last complete hour. */
const hoursLeft = () => 24 - Math.max(0, learnableTo(gateway.clock.now()) / hourMs - Math.floor(firstSampleAt / hourMs))

const openIncidents = () => gateway.db.incident.count({ where: { openKey: { not: null } } })
const seen = (locator: ReturnType<Page['getByText']>) => locator.first().waitFor()
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a threshold is tried on what happened, saved, used by the next evaluation, and undone', async () => {
  const before = await gateway.db.incident.count()
  const page = await openPage(gateway.url, `/endpoints/${encodeURIComponent(id)}`, gateway.cookie)
  await page.getByRole('link', { name: 'Umbrales' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Umbrales' }))
  await seen(page.getByText('Los mismos incidentes y los mismos minutos que los que hubo.'))
  await seen(
    page.getByText(
      new RegExp(`mientras se aprende lo habitual: faltan ${hoursLeft()} horas, \\d+ de 1\\.?000 muestras`),
    ),
  )
  expect(before).toBe(1)
  await seen(page.getByText(/^Lo que pasó 1 incidente, \d+ min en incidente$/))
  expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)

  await field(page, 'Mínimo de fallos para Degradado').fill('40')
  await field(page, 'Mínimo de fallos para Fallando').fill('40')

  await seen(page.getByText(/^1 incidente menos y \d+ min menos que los que hubo\.$/))
  await seen(page.getByRole('img', { name: /^Con estos umbrales: 0 incidentes/ }))
  expect(await policySaved()).toEqual({})

  await page.getByRole('button', { name: 'Guardar' }).click()
  await seen(page.getByText('Guardado. La próxima evaluación ya los usa.'))
  expect(await policySaved()).toEqual({ degradedLeast: 40, failingLeast: 40 })
  await requests(12, { good: 3, bad: 2 })
  expect(await openIncidents()).toBe(0)

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await seen(page.getByText('Deshecho. La próxima evaluación vuelve a los de antes.'))
  expect(await policySaved()).toEqual({})
  await requests(12, { good: 3, bad: 2 })
  expect(await openIncidents()).toBe(1)

  await page.getByRole('link', { name: 'Ver en la auditoría' }).click()
  await seen(page.getByRole('row').filter({ hasText: 'Cambio de umbrales' }))
  expect(await page.getByRole('row').filter({ hasText: 'Cambio de umbrales' }).count()).toBe(2)
})

test('a number that makes no sense is told beside its field, and cannot be saved', async () => {
  const page = await openPage(gateway.url, policyPath, gateway.cookie)

  await field(page, 'Errores para Degradado').fill('60')

  await seen(page.getByText('«Errores para Degradado» no puede superar «Errores para Fallando».'))
  await seen(page.getByText('Corrige los umbrales marcados para ver qué habría pasado.'))
  expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)

  await field(page, 'Errores para Degradado').fill('')
  await seen(page.getByText('Escribe un número.'))
  await page.getByRole('button', { name: 'Volver al valor por defecto de Errores para Degradado' }).click()
  expect(await field(page, 'Errores para Degradado').inputValue()).toBe('2 %')
  expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
})

test('a threshold is changed with the keys of its slider', async () => {
  const page = await openPage(gateway.url, policyPath, gateway.cookie)

  await page.getByRole('slider', { name: /^Errores para Fallando/ }).focus()
  await page.keyboard.press('ArrowRight')

  expect(await field(page, 'Errores para Fallando').inputValue()).toBe('11 %')
  await seen(page.getByText('Por defecto: 10 %'))
})

test('who may not change thresholds reads them', async () => {
  const operador = await givenOperator(gateway.db, 'operador')
  const { cookie } = await givenSession(gateway.db, operador, new Date(gateway.clock.now()))
  const page = await openPage(gateway.url, policyPath, cookie)

  await seen(page.getByText('Solo los administradores los cambian.'))
  await seen(page.getByRole('row').filter({ hasText: 'Errores para Fallando' }).getByText('10 %'))
  expect(await page.getByRole('button', { name: 'Guardar' }).count()).toBe(0)
})

test('the page of thresholds has no flaws of accessibility', async () => {
  const page = await openPage(gateway.url, policyPath, gateway.cookie)
  await seen(page.getByRole('img', { name: /^Con estos umbrales/ }))
  await page.getByText('Más umbrales').click()
  await seen(page.getByRole('figure').filter({ hasText: 'Latencia' }).locator('svg'))

  expect(await flawsOf(page)).toEqual([])
})

async function policySaved() {
  const { policy } = await gateway.db.subject.findFirstOrThrow({ where: { key: id } })
  return policy
}
