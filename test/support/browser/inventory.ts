import type { Locator, Page, Route } from 'playwright-core'
import { askedIn } from './graphql-request.ts'
import { until } from '../until.ts'

const PAGE = 200

type Invented = ReturnType<typeof rowAt>

/** A row of the inventory as the application queries it; every row has a different latency. */
const rowAt = (index: number, total: number) => ({
  id: `GET ${pathAt(index)}`,
  method: 'GET',
  path: pathAt(index),
  area: { id: 'clientes', name: 'Clientes' },
  service: null,
  authRequired: true,
  state: 'OPERATIVO',
  stateSince: '2026-01-01T08:00:00.000Z',
  reason: null,
  evidence: null,
  latencyMs: (index * 7919) % total,
  errorRate: 0,
  critical: false,
})

/** The path of an invented endpoint by its number. */
export const pathAt = (index: number) => `/api/admin/invented/${String(index).padStart(5, '0')}/`

/**
 * Serves a page's inventory queries with invented endpoints, 200 at a time, and forwards all other requests. Pages from
 * the row `known` on are held back until `release` is called.
 */
export async function givenInventedEndpoints(page: Page, total: number, known: number) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const rows = Array.from({ length: total }, (_, index) => rowAt(index, total))
  await page.route('**/graphql', async (route) => {
    const { query, variables } = askedIn(route.request())
    if (query.includes('query Inventory')) return answer(route, { inventory: inventoryOf(rows) })
    if (!query.includes('query EndpointRows')) return route.continue()
    const start = Number(variables.after)
    if (start >= known) await released
    return answer(route, { endpoints: pageOf(rows, start) })
  })
  return { release: () => release() }
}

/**
 * Opens the page of endpoints until an element is shown. If a push of the real inventory is there first, the page does not
 * request the invented one: then it is opened again.
 */
export const openUntilShown = (page: Page, element: Locator) =>
  until(`${String(element)} is shown`, async () => {
    await page.goto('/endpoints')
    return element.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    )
  })

const answer = (route: Route, data: object) => route.fulfill({ json: { data } })

// A revision above that of any pushed update, so that the application keeps these rows.
const inventoryOf = (rows: readonly Invented[]) => ({
  revision: Number.MAX_SAFE_INTEGER,
  summary: { total: rows.length, critical: 0 },
  criticalEndpoints: [],
  areas: [],
  services: [],
  tabulated: pageOf(rows, 0),
  withoutArea: pageOf([], 0),
})

const pageOf = (rows: readonly Invented[], start: number) => ({
  edges: rows.slice(start, start + PAGE).map((node) => ({ node })),
  pageInfo: { hasNextPage: start + PAGE < rows.length, endCursor: String(start + PAGE) },
  totalCount: rows.length,
})
