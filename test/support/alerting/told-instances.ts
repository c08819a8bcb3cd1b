import { createSender } from '../../../src/alerting/channels/sender.ts'
import { attemptDelivery } from '../../../src/alerting/deliveries/attempt-delivery.ts'
import { claimDeliveries, type ClaimedDelivery } from '../../../src/alerting/deliveries/claim-deliveries.ts'
import type { Outbound } from '../../../src/alerting/outbound/outbound.ts'
import { createPlanner } from '../../../src/alerting/planning/planner.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import type { ManualClock } from '../clock.ts'
import type { TrackerState } from './tracker.ts'

/** A receiver as a test describes it: what it keeps, and what happens at its next request. */
export type ToldReceiver = {
  tracker: TrackerState
  /** The instance dies before or after its next request has arrived. */
  crash: 'BEFORE' | 'AFTER' | null
  /** Its answers wait until they are let go. */
  isHolding: boolean
}

type Instance = { db: RootDatabase; isRunning: boolean }

const tickMs = 10_000
const settings = { smtp: null, environment: 'STG', pagerdutyUrl: 'pagerduty' }
const never = () => new Promise<never>(() => undefined)

/**
 * Instances that plan and deliver at once on one database, with receivers in this process, which a destination's URL
 * names; without servers, sessions and evaluations, so that a case of a property takes little time.
 */
export function givenToldInstances(
  dbs: readonly RootDatabase[],
  clock: ManualClock,
  receivers: Readonly<Record<string, ToldReceiver>>,
) {
  const instances: Instance[] = dbs.map((db) => ({ db, isRunning: true }))
  const open = new Set<Promise<void>>()
  const told = new Set<string>()
  const letGo: (() => void)[] = []

  /** Attempts a delivery, and resolves once that is recorded, its answer is held, or its instance is gone. */
  function attempt(instance: Instance, delivery: ClaimedDelivery): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const taken = new Set<number>()
      const send: Outbound['send'] = async (url, { body = '' }) => {
        const receiver = receivers[url] as ToldReceiver
        const { crash } = receiver
        receiver.crash = null
        if (crash === 'BEFORE') return gone()
        const { status, said } = receiver.tracker.receive(body)
        if (crash === 'AFTER') return gone()
        if (receiver.isHolding) await held()
        if (status === 202) for (const { number } of said) taken.add(number)
        const error = status === 202 ? null : { code: 'ANSWER_REFUSES' as const, parameters: { status } }
        return { status, error, answer: null, retryAfterMs: null }
      }
      const gone = () => {
        instance.isRunning = false
        instances[instances.indexOf(instance)] = { ...instance, isRunning: true }
        resolve()
        return never()
      }
      const held = () =>
        new Promise<void>((go) => {
          letGo.push(go)
          open.add(attempted)
          resolve()
        })
      const deps = {
        ...{ db: instance.db, clock, observe: () => undefined, count: () => undefined, random: () => 0.5 },
        config: { publicOrigin: 'https://vigia.example.org' },
        secrets: { decrypt: (url: Uint8Array) => ({ url: Buffer.from(url).toString(), key: 'R'.repeat(32) }) },
        sender: createSender({ settings, outbound: { send }, clock }),
        isAbandoned: () => !instance.isRunning,
      }
      const attempted = attemptDelivery(deps, delivery).then(() => {
        for (const number of taken) told.add(`${delivery.destination.name} ${number}`)
        open.delete(attempted)
        resolve()
      })
      attempted.catch(reject)
    })
  }

  /** Delivers what is due until nothing more is. */
  async function deliver(instance: Instance): Promise<void> {
    while (instance.isRunning) {
      const claimed = await claimDeliveries(instance.db, new Date(clock.now()))
      if (claimed.length === 0) return
      for (const delivery of claimed) if (instance.isRunning) await attempt(instance, delivery)
    }
  }

  async function plan({ db }: Instance): Promise<void> {
    const planner = createPlanner(db, { publicOrigin: 'https://vigia.example.org' })
    await planner.plan(await planner.readDestinations(), clock.now())
  }

  const deliverAll = () => Promise.all([...instances].map(deliver))

  return {
    /** The name of each destination and the number of an incident that it took something about, as it was recorded. */
    told,
    /** Lets the answers go that are held, and waits until they are recorded. */
    async release(): Promise<void> {
      for (const receiver of Object.values(receivers)) receiver.isHolding = false
      for (const go of letGo.splice(0)) go()
      await Promise.all(open)
    },
    /** Lets time pass in ticks: one instance plans while the others deliver. Then all deliver until nothing is due. */
    async pass(seconds: number): Promise<void> {
      await deliverAll()
      for (let ms = tickMs; ms <= seconds * 1_000; ms += tickMs) {
        clock.jump(tickMs)
        const [leader, ...others] = [...instances] as [Instance, ...Instance[]]
        await Promise.all([plan(leader), ...others.map(deliver)])
        await deliverAll()
      }
    },
  }
}
