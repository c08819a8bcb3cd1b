import fc from 'fast-check'
import { givenDatabase } from '../support/database/database.ts'
import {
  givenDeliveryInstances,
  type Behaviour,
  type OwnRefusal,
  type SentRequest,
} from '../support/alerting/delivery-instances.ts'
import { casesOf } from '../support/extent.ts'

const maxSeconds = 2 * 3_600
const leaseSeconds = 60
const maxUrgentWait = 300

const healthy: Behaviour = { seconds: 0, refusals: 0, retryAfterSeconds: null }

/** Receivers that hang, are slow, are down for a while, ask for a wait, or are gone after that. */
const troubled: fc.Arbitrary<Behaviour> = fc.record({
  seconds: fc.constantFrom(0, 1, 6, 10),
  refusals: fc.nat({ max: 3 }),
  retryAfterSeconds: fc.constantFrom(null, 1, 30, 400),
  isGone: fc.constantFrom(false, false, false, true),
})

/** A message, which may be refused for its content by receivers that take others. */
const message = fc.record({
  destination: fc.nat(),
  kind: fc.constantFrom('INCIDENTS', 'EVENT', 'DIGEST'),
  second: fc.nat({ max: 60 }),
  ownRefusal: fc.constantFrom<OwnRefusal[]>(null, null, null, 400, 500),
})

/** What happens to an instance, and when; another one starts in its place. */
const incident = fc.record({
  what: fc.constantFrom('crash', 'stop', 'set the clock of'),
  instance: fc.nat({ max: 1 }),
  second: fc.integer({ min: 1, max: 90 }),
  ms: fc.integer({ min: -7_200_000, max: 7_200_000 }),
})

/** A new URL of a destination, where another receiver is. */
const move = fc.record({
  destination: fc.nat(),
  second: fc.integer({ min: 1, max: 90 }),
  receiver: fc.oneof(fc.constant(healthy), troubled),
})

const skews = fc.array(fc.integer({ min: -1_200_000, max: 1_200_000 }), { minLength: 1, maxLength: 2 })

type Message = { id: string; kind: string; destination: string; at: number; ownRefusal: OwnRefusal }
type Move = { destination: string; at: number; hasPending: boolean }

it('every message ends as its receiver wants, incidents first, and no receiver is asked too soon, too often or too late because of others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(troubled, { minLength: 1, maxLength: 6 }),
      fc.array(message, { minLength: 1, maxLength: 25 }),
      fc.array(incident, { maxLength: 3 }),
      fc.array(move, { maxLength: 3 }),
      skews,
      async (receivers, messages, incidents, moves, ahead) => {
        const behaviours = [healthy, ...receivers]
        const names = behaviours.map((_, index) => `d${index}`)
        await using database = await givenDatabase()
        const { db } = database
        const house = await givenDeliveryInstances(
          db,
          Object.fromEntries(behaviours.map((behaviour, index) => [names[index], behaviour])),
        )
        for (const ms of ahead) await house.join(ms)
        const written: Message[] = []
        const moved: Move[] = []
        const pending = () => db.delivery.findMany({ where: { status: 'PENDING' } })
        const isEnabled = (id: string) => db.destination.findFirst({ where: { id, disabledAt: null } })
        // A message that is refused with 500 for its content is tried for hours.
        const isRefused = ({ id }: { id: string }) =>
          written.some((one) => one.id === id && one.ownRefusal === 500) &&
          house.requests.some((one) => one.id === id && one.status === 500)
        const isOver = async () => (await pending()).every(isRefused)
        const stopping: { isGone: () => boolean }[] = []

        while (house.now() <= 100 || house.now() % 20 > 0 || !(await isOver())) {
          for (const { destination, kind, second, ...content } of messages) {
            const name = names[destination % names.length] ?? ''
            if (second !== house.now() || !(await isEnabled(name))) continue
            // A failure with 500 delays all messages, those of the healthy destination too.
            const ownRefusal = name === names[0] && content.ownRefusal === 500 ? null : content.ownRefusal
            written.push({
              id: await house.write(name, kind, ownRefusal),
              kind,
              destination: name,
              at: second,
              ownRefusal,
            })
          }
          for (const { destination, second, receiver } of moves) {
            const name = names[1 + (destination % (names.length - 1))] ?? ''
            if (second !== house.now() || !(await isEnabled(name))) continue
            const hasPending = (await pending()).some(({ destinationId }) => destinationId === name)
            moved.push({ destination: name, at: second, hasPending })
            await house.move(name, { ...receiver })
          }
          for (const { what, instance, second, ms } of incidents) {
            const number = house.instances.length - 1 - (instance % house.instances.length)
            const one = house.instances[number]
            if (second !== house.now() || !one?.isRunning) continue
            if (what === 'set the clock of') one.clock.set(ms)
            else await house.join(ms)
            if (what === 'crash') house.crash(number)
            if (what === 'stop') stopping.push(house.stop(number))
          }
          await house.pass()
          for (const one of stopping.filter(({ isGone }) => isGone())) stopping.splice(stopping.indexOf(one), 1)
          expect(house.now()).toBeLessThan(maxSeconds)
        }

        const { requests } = house
        const ended = await db.delivery.findMany({ include: { destination: true } })
        expect(ended.filter((one) => !endedRightly(one, written, requests))).toEqual([])
        const disabled = await db.destination.findMany({ where: { NOT: { disabledAt: null } } })
        expect(disabled.filter(({ id }) => !house.receiverOf(id).isGone)).toEqual([])
        expect(repeatedWithoutNeed(requests)).toEqual([])
        expect(askedTooSoon(requests)).toEqual([])
        expect(beforeAnIncident(requests, written)).toEqual([])
        const unlucky = requests.some(({ to }) => to === null) ? leaseSeconds : 0
        expect(late(requests, written, names[0] ?? '', unlucky + 12)).toEqual([])
        expect(waitingForFormer(requests, moved, unlucky + 22)).toEqual([])
      },
    ),
    { numRuns: casesOf(3, 10), endOnFailure: true },
  )
})

/** Whether a message was taken; or given up because its content was rejected three times or its destination is gone. */
function endedRightly(
  { id, status, destination }: { id: string; status: string; destination: { disabledBecause: string | null } },
  written: readonly Message[],
  requests: readonly SentRequest[],
): boolean {
  const { ownRefusal } = written.find((one) => one.id === id) as Message
  if (status === 'DELIVERED') return takenOf(requests, id).length > 0
  if (destination.disabledBecause !== null) return status === 'DEAD'
  if (ownRefusal === 500) return status === 'PENDING'
  const rejections = requests.filter((one) => one.id === id && one.status === 400).length
  return ownRefusal === 400 && status === 'DEAD' && rejections >= 3
}

const takenOf = (requests: readonly SentRequest[], id: string) =>
  requests.filter((request) => request.id === id && request.status === 200)

/** Requests of a message that the receiver had taken, or while another was under way, unless the instance was gone. */
const repeatedWithoutNeed = (requests: readonly SentRequest[]) =>
  requests.filter((later, index) =>
    requests
      .slice(0, index)
      .some(
        (one) =>
          one.destination === later.destination &&
          one.to !== null &&
          (one.to > later.from || (one.receiver === later.receiver && one.id === later.id && one.status === 200)),
      ),
  )

/** Requests before the end of a wait that the receiver asked for, of which an incident waits for five minutes at most. */
const askedTooSoon = (requests: readonly SentRequest[]) =>
  requests.filter(({ receiver, kind, from }, index) =>
    requests.slice(0, index).some((one) => {
      const asked = receiver.retryAfterSeconds ?? 0
      const wait = kind === 'INCIDENTS' ? Math.min(asked, maxUrgentWait) : asked
      return (
        one.receiver === receiver && one.status === 429 && one.to !== null && one.to <= from && from < one.to + wait
      )
    }),
  )

/** Requests of other messages although one about an incident had waited for two seconds, and had not been tried. */
const beforeAnIncident = (requests: readonly SentRequest[], written: readonly Message[]) =>
  requests.filter(
    ({ destination, kind, from }) =>
      kind !== 'INCIDENTS' &&
      written.some(
        (one) =>
          one.kind === 'INCIDENTS' &&
          one.destination === destination &&
          one.at + 2 < from &&
          requests.every(({ id, from: tried }) => id !== one.id || tried > from),
      ),
  )

/** Messages to a healthy destination that it did not get within so many seconds. */
const late = (requests: readonly SentRequest[], written: readonly Message[], name: string, seconds: number) =>
  written.filter(
    ({ id, destination, at }) =>
      destination === name && !requests.some((one) => one.id === id && one.to !== null && one.from <= at + seconds),
  )

/** New URLs of destinations with pending messages that were not asked within so many seconds, whatever the former one wanted. */
const waitingForFormer = (requests: readonly SentRequest[], moved: readonly Move[], seconds: number) =>
  moved.filter(({ destination, at, hasPending }) => {
    const isUnderWay = requests.some(
      (one) => one.destination === destination && one.from <= at && (one.to === null || one.to > at),
    )
    return (
      hasPending &&
      !isUnderWay &&
      !requests.some((one) => one.destination === destination && one.from > at && one.from <= at + seconds)
    )
  })

it('a message refused with 500 for its content is tried at its own times, however many others are taken', async () => {
  await using database = await givenDatabase()
  const house = await givenDeliveryInstances(database.db, { chat: healthy })
  await house.join(0)
  const id = await house.write('chat', 'EVENT', 500)
  while (house.now() < 300) {
    if (house.now() % 10 === 0) await house.write('chat', 'EVENT')
    await house.pass()
  }

  const [first, ...later] = house.requests.filter((one) => one.id === id).map(({ from }) => from)
  expect(later.map((from) => from - (first ?? 0))).toEqual([
    expect.closeTo(5, 0),
    expect.closeTo(35, 0),
    expect.closeTo(155, 0),
  ])
})

it('an attempt that was answered with a time to come back, and so is not counted, undoes no other one', async () => {
  await using database = await givenDatabase()
  const house = await givenDeliveryInstances(database.db, { chat: { ...healthy, refusals: 2, retryAfterSeconds: 1 } })
  await house.join(0)
  await house.write('chat', 'EVENT')
  while (house.now() < 3) await house.pass()
  const id = await house.write('chat', 'INCIDENTS', 500)
  await database.db.delivery.update({ where: { id }, data: { attempts: 4 } })
  while (house.now() < 200) await house.pass()

  expect(await database.db.delivery.findMany({ where: { status: 'PENDING' } })).toMatchObject([{ id, attempts: 5 }])
})

it.each<[string, Partial<Behaviour>, number]>([
  ['is about to take one', { seconds: 6 }, 3],
  ['is about to answer 410', { isGone: true, seconds: 6 }, 3],
  ['is about to answer 429', { refusals: 9, retryAfterSeconds: 400, seconds: 6 }, 3],
  ['is about to answer 500', { refusals: 9, seconds: 6 }, 3],
  ['has answered 429', { refusals: 9, retryAfterSeconds: 400 }, 40],
  ['has answered 500', { refusals: 9 }, 40],
])('a new URL of a destination whose former one %s gets all messages at once', async (_name, former, second) => {
  await using database = await givenDatabase()
  const house = await givenDeliveryInstances(database.db, { chat: { ...healthy, ...former } })
  await house.join(0)
  const pass = async (seconds: number) => {
    for (const end = house.now() + seconds; house.now() < end;) await house.pass()
  }
  for (const kind of ['INCIDENTS', 'EVENT'] as const) await house.write('chat', kind)
  await pass(second)
  const next = { ...healthy }
  await house.move('chat', next)
  // Instances look for messages every ten seconds.
  await pass(12)

  expect(house.requests.filter(({ receiver }) => receiver === next)).toHaveLength(2)
  expect(await database.db.delivery.count({ where: { status: 'DELIVERED' } })).toBe(2)
  expect(await database.db.destination.findFirst()).toMatchObject({ disabledAt: null, failures: 0, retryAt: null })
})
