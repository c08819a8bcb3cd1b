import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SendResult } from '../../../src/alerting/channels/channel.ts'
import { newDelivery } from '../../../src/alerting/deliveries/new-delivery.ts'
import { startWorker } from '../../../src/alerting/deliveries/worker.ts'
import { updateDestination } from '../../../src/alerting/destinations/manage-destinations.ts'
import { startDatabaseClock } from '../../../src/database/coordination/database-clock.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import type { DeliveryKind } from '../../../src/generated/prisma/enums.ts'
import { somebody } from '../auth/operators.ts'
import { until } from '../until.ts'
import { manualClock, type ManualClock } from '../clock.ts'
import { alertAt, incidentsMessage } from './alert-messages.ts'

/** How a receiver behaves: it refuses its first requests, and takes so many seconds for each. One that is gone says so then. */
export type Behaviour = { seconds: number; refusals: number; retryAfterSeconds: number | null; isGone?: boolean }

/** The status with which receivers that take others refuse a message for its content. */
export type OwnRefusal = 400 | 500 | null

/** One request of an instance to a receiver. Times are in seconds since the start. */
export type SentRequest = {
  id: string
  kind: DeliveryKind
  destination: string
  receiver: Behaviour
  instance: number
  from: number
  /** When it was answered, and how; null if the instance was gone by then. */
  to: number | null
  status: number | null
}

type Pending = SentRequest & { answerAt: number; answer: (result: SendResult) => void }
type Instance = {
  worker: ReturnType<typeof startWorker>
  clock: ManualClock
  isRunning: boolean
  isStopping: boolean
  recorded: number
  answered: number
}

/** The wait of a stop, after which a process ends. */
const stopSeconds = 7

const tickSeconds = 10

/** Workers of several instances on one database with receivers that a test describes, on clocks that it moves. */
export async function givenDeliveryInstances(db: RootDatabase, behaviours: Readonly<Record<string, Behaviour>>) {
  const receivers = { ...behaviours }
  const time = manualClock()
  const instances: Instance[] = []
  const requests: SentRequest[] = []
  const pending: Pending[] = []
  const asked = new Map<Behaviour, number>()
  const refused = new Map<string, OwnRefusal>()
  let second = 0
  await givenDestinations(db, Object.keys(receivers), new Date(time.now()))

  /** A new instance whose machine's clock is ahead of the database's by this much. */
  async function join(aheadMs: number): Promise<void> {
    const system = manualClock(time.now() + aheadMs)
    const { clock } = await startDatabaseClock(system, () => Promise.resolve(time.now()))
    const number = instances.length
    const instance = { clock: system, isRunning: true, isStopping: false, recorded: 0, answered: 0 }
    const count = () => void instance.recorded++
    const sender = {
      send: ({ name }: { name: string }, { id, message }: { id: string; message: { kind: DeliveryKind } }) =>
        new Promise<SendResult>((answer) => {
          const receiver = receivers[name] as Behaviour
          const request = {
            id,
            kind: message.kind,
            destination: name,
            receiver,
            instance: number,
            from: second,
            to: null,
            status: null,
          }
          pending.push(Object.assign(request, { answerAt: second + receiver.seconds, answer }))
          requests.push(request)
        }),
    }
    const worker = startWorker({
      ...{ db, clock, sender, count, observe: () => undefined, random: () => 0.5 },
      config: { publicOrigin: null },
      secrets: { decrypt: () => ({}) },
    })
    instances.push(Object.assign(instance, { worker }))
  }

  /** Lets the receivers answer what is due, until all instances have recorded it and have nothing more to claim. */
  async function settle(): Promise<void> {
    const due = pending.filter(({ answerAt }) => answerAt <= second)
    for (const request of due) {
      pending.splice(pending.indexOf(request), 1)
      request.status = answerOf(request, refused.get(request.id) ?? null, asked)
      const instance = instances[request.instance] as Instance
      if (!instance.isRunning) continue
      instance.answered += 1
      request.to = second
      request.answer(resultOf(request.status, request.receiver))
    }
    for (const instance of instances.filter(({ isRunning }) => isRunning)) {
      await until('its attempts are recorded', () => instance.recorded >= instance.answered)
      // The worker that stops claims nothing more.
      if (!instance.isStopping) await instance.worker.settled()
    }
    if (pending.some(({ answerAt }) => answerAt <= second)) await settle()
  }

  return {
    requests,
    time,
    instances,
    join,
    now: () => second,
    receiverOf: (destination: string) => receivers[destination] as Behaviour,
    /** Writes a message that is due now, and returns its id. */
    async write(destination: string, kind: DeliveryKind, ownRefusal: OwnRefusal = null): Promise<string> {
      const row = newDelivery(destination, messageOf(kind), { at: new Date(time.now()) })
      refused.set(row.id, ownRefusal)
      await db.delivery.create({ data: row })
      return row.id
    },
    /** Gives the destination a new URL, where another receiver is. */
    async move(destination: string, behaviour: Behaviour): Promise<void> {
      receivers[destination] = behaviour
      await changeTarget(db, destination, new Date(time.now()))
    },
    /** The instance is gone from now on, in the middle of whatever it does. */
    crash(number: number) {
      const instance = instances[number]
      if (instance) instance.isRunning = false
    },
    /** The instance stops as a process does: it is gone once its worker has stopped, after seven seconds at most. */
    stop(number: number) {
      const instance = instances[number] as Instance
      const gone = second + stopSeconds
      instance.isStopping = true
      // The test says when it is over, in its own time.
      void instance.worker.stop(3_600_000)
      return { isGone: () => second >= gone && !(instance.isRunning = false) }
    },
    /** Lets a second pass for all. */
    async pass(): Promise<void> {
      second += 1
      await time.advance(1_000, () => Promise.resolve())
      for (const { clock, isRunning } of instances) if (isRunning) await clock.advance(1_000, nextTurn)
      // As the tick of each instance does that looks for new messages.
      if (second % tickSeconds === 0) for (const { worker, isRunning } of instances) if (isRunning) worker.wake()
      await settle()
    },
  }
}

function answerOf({ receiver }: Pending, ownRefusal: OwnRefusal, asked: Map<Behaviour, number>): number {
  const count = (asked.get(receiver) ?? 0) + 1
  asked.set(receiver, count)
  if (count <= receiver.refusals) return receiver.retryAfterSeconds === null ? 500 : 429
  return receiver.isGone ? 410 : (ownRefusal ?? 200)
}

const resultOf = (status: number, { retryAfterSeconds }: Behaviour): SendResult => ({
  ...{ ok: status === 200, status, answer: null, ms: 1 },
  error: status === 200 ? null : { code: 'ANSWER_REFUSES', parameters: { status } },
  retryAfterMs: status === 429 ? (retryAfterSeconds ?? 0) * 1_000 : null,
  permanent: status === 400 || status === 410,
  gone: status === 410,
  ...{ delivered: 0, left: null },
})

const messageOf = (kind: DeliveryKind) =>
  kind === 'INCIDENTS' ? incidentsMessage({ firing: [] }) : ({ kind, at: alertAt } as never)

async function givenDestinations(db: RootDatabase, names: string[], createdAt: Date): Promise<void> {
  for (const name of names) {
    const { id: subjectId } = await db.subject.create({
      data: { kind: 'INTEGRACIONES', key: `destination_${name}`, name },
    })
    const config = { shown: name, to: [] }
    await db.destination.create({ data: { id: name, name, type: 'WEBHOOK', config, createdAt, subjectId } })
  }
}

async function changeTarget(db: RootDatabase, id: string, at: Date): Promise<void> {
  const secrets = { encrypt: () => Buffer.from(randomUUID()), decrypt: () => ({}) }
  const url = `https://${randomUUID()}.example.org/`
  const target = { webhook: { url, secret: `whsec_${Buffer.alloc(32).toString('base64')}` } }
  await updateDestination(db, id, { target }, { config: { outboundAllow: null }, secrets, by: somebody, at } as never)
}
