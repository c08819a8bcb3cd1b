import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  resolveLibraries,
  targetOf,
} from '../support/alerting/destinations.ts'
import { givenTracker, type Tracker } from '../support/alerting/tracker.ts'
import { until } from '../support/until.ts'

const quick = { waitSeconds: 0, intervalSeconds: 10, repeatSeconds: null }

async function givenWatch(tracker: Tracker) {
  const gateway = await givenAlertingGateway({
    config: { pagerdutyUrl: tracker.url, publicOrigin: 'https://vigia.example.org' },
  })
  await givenDestination(gateway, '', { ...quick, target: targetOf('pagerduty', tracker.url) })
  const acknowledge = async () => {
    const open = await gateway.db.incident.findMany({ where: { kind: 'LIBRERIAS', status: 'OPEN' } })
    for (const { id } of open) await gateway.data('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
  }
  /** Lets time pass until nothing waits, and returns how each alert stands at the tracker. */
  const standings = async () => {
    await until('no delivery is pending', async () => {
      await gateway.pass(10)
      return (await gateway.db.delivery.count({ where: { status: 'PENDING' } })) === 0
    })
    return [...tracker.alerts().values()]
  }
  return { ...gateway, acknowledge, standings }
}

describe('an incident that was acknowledged before PagerDuty had it begins there, and is acknowledged', () => {
  it('if its first message was not written yet', async () => {
    await using tracker = await givenTracker('pagerduty')
    await using gateway = await givenWatch(tracker)
    await givenFailingLibraries(gateway, ['a'])
    await gateway.acknowledge()

    expect(await gateway.standings()).toEqual(['ACKNOWLEDGED'])
    expect(tracker.heard().map(({ says }) => says)).toEqual(['FIRING', 'ACKNOWLEDGED'])

    await resolveLibraries(gateway, ['a'])

    expect(await gateway.standings()).toEqual([])
  })

  it('if its first message waited for the next attempt', async () => {
    await using tracker = await givenTracker('pagerduty')
    await using gateway = await givenWatch(tracker)
    tracker.goAway({ losesAnswers: false })
    await givenFailingLibraries(gateway, ['a'])
    await gateway.pass(10)
    await until('it has failed once', () => gateway.db.deliveryAttempt.count())
    await gateway.acknowledge()
    tracker.comeBack()

    expect(await gateway.standings()).toEqual(['ACKNOWLEDGED'])
  })

  it('if PagerDuty takes one request at a time', async () => {
    await using tracker = await givenTracker('pagerduty')
    await using gateway = await givenWatch(tracker)
    await givenFailingLibraries(gateway, ['a', 'b', 'c'])
    await gateway.acknowledge()
    tracker.allow(1)
    await until('it is delivered', async () => {
      await gateway.pass(10)
      tracker.allow(1)
      return gateway.db.delivery.count({ where: { status: 'DELIVERED' } })
    })

    expect([...tracker.alerts().values()]).toEqual(['ACKNOWLEDGED', 'ACKNOWLEDGED', 'ACKNOWLEDGED'])
    expect(await gateway.db.delivery.findMany()).toMatchObject([{ delivered: 6, status: 'DELIVERED' }])
  })
})
