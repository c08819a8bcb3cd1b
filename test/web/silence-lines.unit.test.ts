import { inSpanish } from '../support/browser/in-language.ts'

const { silenceLines } = await inSpanish(() => import('../../web/src/notifications/silenceLines.ts'))

type Panel = Parameters<typeof silenceLines>[0]

const now = new Date('2026-03-03T10:00:00Z')

const silent = (...seconds: number[]) =>
  seconds.map((second, index) => ({
    id: `service-${String(index)}`,
    name: 'Pedidos',
    since: new Date(Date.parse('2026-03-03T09:00:00Z') + second * 1_000).toISOString(),
  }))

const panelOf = (silentSources: Panel['silentSources'], silentSourceCount = silentSources.length) =>
  ({ telemetryInterruptedSince: null, silentSources, silentSourceCount }) as Panel

it('two services of one name that fell silent in the same minute have a line each', () => {
  const { lines } = silenceLines(panelOf(silent(1, 31)), now)

  expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
})

it.each([
  [25, 4, 'y 21 más'],
  [5, 4, 'y 1 más'],
  [4, 4, null],
  [25, undefined, 'y 5 más'],
])('of %i silent services those that are not among %s lines are counted', (total, most, more) => {
  const listed = silent(...Array.from({ length: Math.min(total, 20) }, (_, index) => index))

  expect(silenceLines(panelOf(listed, total), now, most).more).toBe(more)
})

it('that no service reports is a line of its own', () => {
  const panel = { ...panelOf(silent(1), 25), telemetryInterruptedSince: '2026-03-03T09:00:01Z' }

  const { lines, more } = silenceLines(panel, now, 4)

  expect(lines.map(({ text }) => text.replace(/ desde .*/, ''))).toEqual([
    'Ningún servicio vigilado informa',
    'Pedidos: callado',
  ])
  expect(more).toBe('y 24 más')
})
