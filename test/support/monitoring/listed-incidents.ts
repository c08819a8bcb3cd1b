import type { GivenGateway, Json } from '../gateway.ts'

const query = `query ($dayAgo: DateTime!, $since: DateTime!) {
  notifications { badge profileBadge categories { kind severity count incidents { id } } }
  active: incidents(first: 200, filter: { activeFrom: $dayAgo, suppressed: false }) { totalCount edges { node { ...shown } } }
  opened: incidents(first: 1, filter: { openedFrom: $dayAgo, suppressed: false }) { totalCount }
  open: incidents(first: 200, filter: { open: true, suppressed: false }) { totalCount edges { node { id kind severity } } }
  failing: incidents(first: 200, filter: { activeFrom: $since, shownSeverity: FALLANDO }) { edges { node { id } } }
  failed: incidents(first: 200, filter: { activeFrom: $since, maxSeverity: FALLANDO }) { edges { node { id } } }
  worstFirst: incidents(first: 200, filter: { activeFrom: $since }, orderBy: { field: MAX_SEVERITY }) { edges { node { maxSeverity } } }
  all: incidents(first: 200, filter: { activeFrom: $since }) {
    edges { node { ...shown suppressed timeline { at event } opening { ...moment } worst { ...moment } } }
  }
}
fragment moment on IncidentMoment { severity at reason evidence { code n bad p95 threshold at } }
fragment shown on Incident { id status severity maxSeverity openedAt resolvedAt }`

const dayMs = 24 * 3_600_000
const becameVisible = ['OPENED', 'REOPENED', 'UNSUPPRESSED']

/**
 * Watches that each count of the application is that of the incidents that the API lists, and that an incident that has
 * counted counts for ever, as one that was resolved suppressed never does. It begins when the operator opens the panel.
 */
export async function watchCounts(gateway: Pick<GivenGateway, 'data' | 'clock'>) {
  const since = gateway.clock.now()
  let seenAt = since
  const known = new Map<string, Json>()
  await gateway.data('mutation { markNotificationsSeen { badge } }')

  return {
    async opensPanel({ data, clock }: Pick<GivenGateway, 'data' | 'clock'>): Promise<void> {
      seenAt = clock.now()
      await data('mutation { markNotificationsSeen { badge } }')
    },
    /** Compares everything now; gateways of the same database may take turns. */
    async check({ data, clock, get }: Pick<GivenGateway, 'data' | 'clock' | 'get'>): Promise<void> {
      const now = clock.now()
      const read = await data(query, { dayAgo: at(now - dayMs), since: at(since) })
      const all = nodesOf(read['all'])
      expectPanel(read)
      expectDay(read, now - dayMs)
      const news = all.filter(
        ({ suppressed, timeline }) =>
          !suppressed &&
          timeline.some((one: Json) => becameVisible.includes(one['event']) && Date.parse(one['at']) > seenAt),
      )
      expect(read['notifications'].profileBadge).toBe(news.length)
      const session = (await (await get('/api/admin/auth/session/')).json()) as Json
      expect(session['badges']).toEqual({ notifications: read['notifications'].badge, profile: news.length })
      expectSeverities(read, all)
      for (const one of all) {
        const before = known.get(one['id'])
        if (before) expectLasting(before, one)
        known.set(one['id'], one)
      }
    },
  }
}

/** What never changes of an incident: whether it counts once it did or was resolved, how it began, and its worst moment. */
function expectLasting(before: Json, now: Json): void {
  const { id, suppressed, opening, worst, maxSeverity } = before
  if (!suppressed || before['status'] === 'RESOLVED') expect(now).toMatchObject({ id, suppressed })
  expect(now['opening']).toEqual(opening)
  if (now['maxSeverity'] === maxSeverity) expect(now['worst']).toEqual(worst)
}

const at = (ms: number) => new Date(ms).toISOString()

const nodesOf = ({ edges }: Json): Json[] => edges.map(({ node }: Json) => node)

const idsOf = (connection: Json) => nodesOf(connection).map(({ id }) => id as string)

/** The badge and the six counts are those of the open incidents that are not suppressed. */
function expectPanel({ notifications: { badge, categories }, open }: Json): void {
  const listed = nodesOf(open)
  expect([badge, open.totalCount]).toEqual([listed.length, listed.length])
  for (const { kind, severity, count, incidents } of categories) {
    const ids = listed.filter((one) => one['kind'] === kind && one['severity'] === severity).map(({ id }) => id)
    expect([count, incidents.map(({ id }: Json) => id).sort()]).toEqual([ids.length, ids.sort()])
  }
}

/** The overview counts what opened and what was resolved in the last 24 hours. */
function expectDay({ active, opened, open }: Json, from: number): void {
  const listed = nodesOf(active)
  expect(active.totalCount).toBe(listed.length)
  expect([opened.totalCount, active.totalCount - open.totalCount]).toEqual([
    listed.filter(({ openedAt }) => Date.parse(openedAt) >= from).length,
    listed.filter(({ resolvedAt }) => resolvedAt !== null).length,
  ])
}

/** Filter and order by severity are those that the lists show. */
function expectSeverities({ failing, failed, worstFirst }: Json, all: readonly Json[]): void {
  const shown = (one: Json) => (one['status'] === 'RESOLVED' ? one['maxSeverity'] : one['severity'])
  const ids = (rows: readonly Json[]) => rows.map(({ id }) => id)
  expect(idsOf(failing)).toEqual(ids(all.filter((one) => shown(one) === 'FALLANDO')))
  expect(idsOf(failed)).toEqual(ids(all.filter(({ maxSeverity }) => maxSeverity === 'FALLANDO')))
  const order = nodesOf(worstFirst).map(({ maxSeverity }) => maxSeverity)
  expect(order).toEqual(order.toSorted((one, other) => (one === other ? 0 : one === 'FALLANDO' ? -1 : 1)))
}
