import { casesOf } from '../../support/extent.ts'
import { operativoTooLong } from '../../support/monitoring/silence-limits.ts'
import { senders } from '../../support/monitoring/senders.ts'
import { simulateServices, type SimulatedReport } from '../../support/monitoring/simulated-services.ts'
import { days, hours, seconds, start } from '../../support/monitoring/traffic.ts'

const upgradedAt = start + days(90) + hours(9) + seconds(20)
const [offAt, onAgainAt] = [upgradedAt + days(3), upgradedAt + days(6)]
// Lost traffic is known two weeks after the upgrade at the earliest.
const period = { from: upgradedAt - hours(6), until: upgradedAt + days(casesOf(7, 14)), upgradedAt }

function* switchedOff(reports: Iterable<SimulatedReport>): Generator<SimulatedReport> {
  for (const report of reports) if (report.at < offAt || report.at >= onAgainAt) yield report
}

it.each(Object.entries(senders).slice(0, casesOf(3, 20)))(
  'after an upgrade of three months of history nobody is told of %s, which is switched off for three days; it is Operativo as long as samples say so',
  (name, reportsUntil) => {
    const reports = [...switchedOff(reportsUntil(period.until))]

    const changes = simulateServices([{ name, intervalSeconds: null, reports }], period)

    const endpoint = changes.filter((change) => change.name === `endpoint of ${name}`)
    expect(changes.filter(({ to }) => to === 'FALLANDO' || to === 'DEGRADADO')).toEqual([])
    expect(endpoint.findLast(({ at }) => at < onAgainAt)?.to).toBe('DESCONOCIDO')
    expect(endpoint.at(-1)?.at).toBeGreaterThan(onAgainAt)
    expect(operativoTooLong(endpoint, reports)).toEqual([])
  },
)
