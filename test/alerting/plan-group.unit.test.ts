import fc from 'fast-check'
import {
  planGroup,
  type GroupIncident,
  type GroupPlan,
  type GroupState,
  type GroupTimes,
  type PlannedMessage,
} from '../../src/alerting/planning/plan-group.ts'

const tickMs = 10_000
const minuteMs = 60_000

const times: GroupTimes = {
  waitMs: 30_000,
  intervalMs: 5 * minuteMs,
  repeatMs: 4 * 60 * minuteMs,
  tellsResolved: true,
  tellsAcknowledged: false,
}

const nothingYet: GroupState = { nextAt: null, lastAt: null, sent: {} }

const open = (id: string, changes: Partial<GroupIncident> = {}): GroupIncident => ({
  id,
  severity: 'FALLANDO',
  acknowledged: false,
  resolved: false,
  since: 0,
  muted: false,
  ...changes,
})

type Step = { at: number; incidents: GroupIncident[] }

/** The plans of a group over steps; each takes up the state that the one before stored. */
function run(steps: readonly Step[], settings: GroupTimes = times): (GroupPlan & { at: number })[] {
  let state = nothingYet
  return steps.map(({ at, incidents }) => {
    const plan = planGroup(settings, state, incidents, at)
    // As the database does.
    state = JSON.parse(JSON.stringify({ nextAt: plan.nextAt, lastAt: plan.lastAt, sent: plan.sent })) as GroupState
    return { ...plan, at }
  })
}

const withoutNews = ({ news: _, ...message }: PlannedMessage) => message

const messagesOf = (plans: ReturnType<typeof run>) =>
  plans.flatMap(({ at, message }) => (message ? [{ at, ...withoutNews(message) }] : []))

/** Steps at every tick from 0 on, with the incidents at that time. */
const ticks = (count: number, incidentsAt: (at: number) => GroupIncident[]): Step[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * tickMs, incidents: incidentsAt(index * tickMs) }))

describe('a group of incidents', () => {
  it('is reported once, after the wait', () => {
    const messages = messagesOf(run(ticks(100, () => [open('a'), open('b')])))

    expect(messages).toEqual([{ at: 30_000, firing: ['a', 'b'], resolved: [], isRepetition: false }])
  })

  it('does not report incidents that each end within the wait', () => {
    const messages = messagesOf(
      run(ticks(20, (at) => (at < 20_000 ? [open('a')] : at < 40_000 ? [open('b', { since: 20_000 })] : []))),
    )

    expect(messages).toEqual([])
  })

  it('reports a change of severity, and the end', () => {
    const messages = messagesOf(
      run(
        ticks(200, (at) => [
          open('a', { severity: at < 10 * minuteMs ? 'FALLANDO' : 'DEGRADADO', resolved: at >= 20 * minuteMs }),
        ]),
      ),
    )

    expect(messages).toMatchObject([
      { at: 30_000, firing: ['a'] },
      { at: 10 * minuteMs + 30_000, firing: ['a'], resolved: [] },
      { at: 20 * minuteMs + 30_000, firing: [], resolved: ['a'] },
    ])
  })

  it('forgets an incident that ended if the destination is not sent ends', () => {
    const plans = run(
      ticks(200, (at) => [open('a', { resolved: at >= 10 * minuteMs })]),
      { ...times, tellsResolved: false },
    )

    expect(messagesOf(plans)).toMatchObject([{ firing: ['a'], resolved: [] }])
    expect(plans.at(-1)?.sent).toEqual({})
  })

  it('repeats only the incidents that nobody has acknowledged', () => {
    const day = run(ticks(24 * 360, () => [open('a'), open('b', { acknowledged: true })]))

    expect(messagesOf(day).map(({ at, ...rest }) => ({ ...rest, hours: Math.floor(at / (60 * minuteMs)) }))).toEqual([
      { hours: 0, firing: ['a', 'b'], resolved: [], isRepetition: false },
      ...[4, 8, 12, 16, 20].map((hours) => ({ hours, firing: ['a'], resolved: [], isRepetition: true })),
    ])
  })

  it('repeats nothing if repetition is off', () => {
    expect(
      messagesOf(
        run(
          ticks(24 * 360, () => [open('a')]),
          { ...times, repeatMs: null },
        ),
      ),
    ).toHaveLength(1)
  })

  it('holds a muted incident back until the mute ends, and then reports its state', () => {
    const muted = (at: number) => at >= 5 * minuteMs && at < 20 * minuteMs
    const messages = messagesOf(
      run(
        ticks(200, (at) => [
          open('a', { muted: muted(at), resolved: at >= 10 * minuteMs }),
          open('b', { muted: at < 20 * minuteMs }),
        ]),
      ),
    )

    expect(messages).toMatchObject([
      { firing: ['a'], resolved: [] },
      { at: 20 * minuteMs + 30_000, firing: ['b'], resolved: ['a'] },
    ])
  })

  it('reports an acknowledgement alone only if the destination asks for it', () => {
    const steps = ticks(200, (at) => [open('a', { acknowledged: at >= 10 * minuteMs })])

    expect(messagesOf(run(steps))).toHaveLength(1)
    expect(messagesOf(run(steps, { ...times, tellsAcknowledged: true }))).toHaveLength(2)
  })

  it('lists all open incidents in a message, and names those that are new', () => {
    const plans = run(
      ticks(100, (at) => [open('a'), ...(at >= 10 * minuteMs ? [open('b', { since: 10 * minuteMs })] : [])]),
    )

    expect(plans.flatMap(({ message }) => message ?? [])).toMatchObject([
      { firing: ['a'], news: ['a'] },
      { firing: ['a', 'b'], news: ['b'] },
    ])
  })

  it('reports an incident or its end again if the message about it was not delivered', () => {
    const notSent = { severity: null, acknowledged: false }
    const lost: GroupState = { nextAt: null, lastAt: 0, sent: { a: notSent, b: notSent } }
    const incidents = [open('a'), open('b', { resolved: true })]

    expect(planGroup(times, lost, incidents, tickMs)).toMatchObject({ message: null, nextAt: 5 * minuteMs })
    expect(planGroup(times, { ...lost, nextAt: 5 * minuteMs }, incidents, 5 * minuteMs)).toMatchObject({
      message: { firing: ['a'], resolved: ['b'], isRepetition: false },
      sent: { a: { severity: 'FALLANDO' } },
    })
  })

  it('reports open incidents again after the destination was enabled again', () => {
    const [plan] = run([{ at: minuteMs, incidents: [] }])
    const enabled = { ...plan, lastAt: null, sent: { a: { severity: 'FALLANDO', acknowledged: false } } } as GroupState

    expect(planGroup(times, enabled, [open('a')], 2 * minuteMs).message?.firing).toEqual(['a'])
  })
})

/** Histories of a few incidents: at each tick every one is closed, degraded or failing, or acknowledged. */
const histories = fc
  .array(fc.array(fc.constantFrom('closed', 'DEGRADADO', 'FALLANDO', 'same', 'same', 'same'), { maxLength: 80 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((rows) => rows.map((row) => [...row, ...Array.from({ length: 60 }, () => 'same')]))

/** The incidents of a history at each tick: `same` repeats what was before. An incident that opens again keeps its id. */
function stepsOf(rows: string[][]): Step[] {
  const length = Math.max(...rows.map((row) => row.length))
  const present = rows.map(() => ({ value: 'closed', since: 0, wasOpen: false }))
  return Array.from({ length }, (_, index) => {
    const at = index * tickMs
    for (const [row, state] of present.entries()) {
      const next = rows[row]?.[index] ?? 'same'
      if (next === 'same') continue
      if (state.value === 'closed' && next !== 'closed') Object.assign(state, { since: at, wasOpen: true })
      state.value = next
    }
    const incidents = present.flatMap(({ value, since, wasOpen }, row) => {
      if (!wasOpen) return []
      const severity = value === 'DEGRADADO' ? ('DEGRADADO' as const) : ('FALLANDO' as const)
      return [open(`i${row}`, { severity, since, resolved: value === 'closed' })]
    })
    return { at, incidents }
  })
}

const settings = fc.record({
  waitMs: fc.constantFrom(0, 10_000, 30_000),
  intervalMs: fc.constantFrom(10_000, 60_000, 300_000),
  repeatMs: fc.constantFrom(null, 300_000),
  tellsResolved: fc.boolean(),
  tellsAcknowledged: fc.constant(false),
})

const runs = process.env['THOROUGH'] === 'true' ? 2_000 : 200

describe('for any history of its incidents, a group', () => {
  it('sends two messages at least the interval apart', () => {
    fc.assert(
      fc.property(histories, settings, (rows, given) => {
        const sentAt = messagesOf(run(stepsOf(rows), given)).map(({ at }) => at)
        for (const [index, at] of sentAt.slice(1).entries())
          expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(given.intervalMs)
      }),
      { numRuns: runs },
    )
  })

  it('leaves the destination up to date, and sends no message without a change except repetitions', () => {
    fc.assert(
      fc.property(histories, settings, (rows, given) => {
        const steps = stepsOf(rows)
        const plans = run(steps, { ...given, intervalMs: Math.min(given.intervalMs, 60_000) })
        const openAtEnd = steps.at(-1)?.incidents.filter(({ resolved }) => !resolved) ?? []
        const known = plans.at(-1)?.sent ?? {}

        expect(known).toEqual(
          Object.fromEntries(openAtEnd.map(({ id, severity }) => [id, { severity, acknowledged: false }])),
        )
        for (const [index, plan] of plans.entries()) {
          if (!plan.message || plan.message.isRepetition) continue
          expect(plan.sent).not.toEqual(plans[index - 1]?.sent ?? {})
        }
      }),
      { numRuns: runs },
    )
  })

  it('reports an end exactly once for each time that the incident was reported as open', () => {
    fc.assert(
      fc.property(histories, settings, (rows, given) => {
        let known = new Set<string>()
        for (const { firing, resolved } of messagesOf(run(stepsOf(rows), { ...given, tellsResolved: true }))) {
          for (const id of resolved) expect(known.has(id)).toBe(true)
          for (const id of resolved) expect(firing).not.toContain(id)
          known = new Set([...[...known].filter((id) => !resolved.includes(id)), ...firing])
        }
      }),
      { numRuns: runs },
    )
  })

  it('sends its first message only once an incident has lasted as long as the wait', () => {
    fc.assert(
      fc.property(histories, settings, (rows, given) => {
        const steps = stepsOf(rows)
        const [first] = messagesOf(run(steps, given))
        if (!first) return
        const incidents = steps.find(({ at }) => at === first.at)?.incidents ?? []
        const longest = Math.max(
          ...incidents.filter(({ id }) => first.firing.includes(id)).map(({ since }) => first.at - since),
        )
        expect(longest).toBeGreaterThanOrEqual(given.waitMs)
      }),
      { numRuns: runs },
    )
  })

  it('reaches the same final state if ticks are missed, as by a restart', () => {
    fc.assert(
      fc.property(histories, settings, fc.array(fc.nat(70)), (rows, given, missing) => {
        const all = { ...given, intervalMs: Math.min(given.intervalMs, 60_000) }
        const steps = stepsOf(rows)
        const rest = steps.filter((_, index) => !missing.includes(index))

        expect(run(rest, all).at(-1)?.sent).toEqual(run(steps, all).at(-1)?.sent)
      }),
      { numRuns: runs },
    )
  })
})
