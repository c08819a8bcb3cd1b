import fc from 'fast-check'
import { nextAttemptAt, shownWait } from '../../src/alerting/deliveries/destination-wait.ts'
import { DestinationType } from '../../src/generated/prisma/enums.ts'

const at = 1_800_000_000_000
const time = fc.option(fc.integer({ min: at - 600_000, max: at + 86_400_000 }).map((ms) => new Date(ms)))

it('a destination is shown to wait as long as a message waits that it can get, if it asked for a wait', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(DestinationType)),
      fc.constantFrom<string[] | null>(null, [], ['CUSTOMER_LOCKED']),
      fc.constantFrom(null, 8),
      time,
      time,
      (type, events, digestHour, notBefore, urgentAt) => {
        const retryAt = urgentAt && new Date(Math.min(urgentAt.getTime(), at + 300_000))
        const wait = { retryAt, notBefore }
        const shown = shownWait({ type, events, digestHour, ...wait }, at)
        const hasDigest = digestHour !== null && type !== 'ALERTMANAGER' && type !== 'PAGERDUTY'
        const hasEvents = type === 'WEBHOOK' && events?.length !== 0
        const kind = hasEvents ? 'EVENT' : hasDigest ? 'DIGEST' : 'INCIDENTS'
        const next = nextAttemptAt({ kind, nextAt: new Date(at) }, wait).getTime()
        const asked = notBefore?.getTime() ?? 0
        const isWaiting = asked > at && next > at

        expect(shown?.getTime() ?? null).toBe(isWaiting ? Math.min(asked, next) : null)
      },
    ),
  )
})

it('a destination is not shown to wait for its next attempt of before the clock was set back', () => {
  const end = new Date(at + 3_600_000)

  expect(shownWait({ type: 'SLACK', events: null, digestHour: null, retryAt: end, notBefore: end }, at)).toBeNull()
})
