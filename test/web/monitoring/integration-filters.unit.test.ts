import { inSpanish } from '../../support/browser/in-language.ts'

const { isShownBy } = await inSpanish(() => import('../../../web/src/pages/integrations/filters.ts'))

const job = { id: 'heartbeat_1', state: 'DESCONOCIDO' as const }
const paused = { ...job, retiredAt: '2026-03-01T08:00:00Z' }
const counts = () => true

it('a paused job, which no card of the overview counts, is listed only without filters', () => {
  expect(isShownBy({}, counts)?.(paused)).toBe(true)
  expect(isShownBy({ state: 'DESCONOCIDO' }, counts)?.(paused)).toBe(false)
  expect(isShownBy({ counts: 'yes' }, counts)?.(paused)).toBe(false)
  expect(isShownBy({ state: 'DESCONOCIDO', counts: 'yes' }, counts)?.({ ...job, retiredAt: null })).toBe(true)
})
