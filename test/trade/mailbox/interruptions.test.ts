import fc from 'fast-check'
import { createMailAttempts, MailFailedError } from '../../../src/trade/mailbox/mail-attempts.ts'
import { sessionLimits, type MailSession } from '../../../src/trade/mailbox/mail-session.ts'
import type { MailboxDeps } from '../../../src/trade/mailbox/mailbox.ts'
import { MailboxError } from '../../../src/trade/mailbox/mailbox-error.ts'
import { openPosition } from '../../../src/trade/mailbox/mailbox-state.ts'
import { readNewMails, retryMail } from '../../../src/trade/mailbox/read-mailbox.ts'
import { reconnectDelayMs } from '../../../src/trade/mailbox/reconnect-delay.ts'
import { manualClock } from '../../support/clock.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { casesOf } from '../../support/extent.ts'
import { givenImapPeer, type Command, type Intervention } from '../../support/mail/imap-peer.ts'
import { givenMailbox, storedMails } from '../../support/mail/mailbox.ts'
import { envio, mailOf } from '../../support/sinli/inbound.ts'
import { until } from '../../support/until.ts'

const ways = {
  NO: ({ tag, socket }) => socket.write(`${tag} NO [UNAVAILABLE] the storage is away\r\n`),
  BAD: ({ tag, socket }) => socket.write(`${tag} BAD internal error\r\n`),
  cut: ({ socket }) => socket.destroy(),
  'cut in an answer': ({ socket }) => socket.end('* 1 FETCH (UID 1 BODY[]<0> {5000}\r\nFrom: bu'),
  silence: () => undefined,
} satisfies Record<string, (command: Command) => unknown>

type Way = keyof typeof ways
const way = fc.constantFrom(...(Object.keys(ways) as Way[]))

const steps = ['LOGIN', 'SELECT', 'UID SEARCH', 'UID FETCH', 'STATUS', 'CREATE', 'UID MOVE', 'UID STORE', 'IDLE']

/** The server fails `times` times at a step; at a step of mails, only at those with this UID, or at all with null. */
const fault = fc.record({
  step: fc.constantFrom(...steps),
  uid: fc.option(fc.integer({ min: 1, max: 4 })),
  way,
  times: fc.integer({ min: 1, max: 3 }),
})

type Fault = { step: string; uid: number | null; way: Way; times: number }

const limits = { connectMs: 5_000, silenceMs: 2_000, commandMs: 2_000, pieceMs: 1_000 }

const lettersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => [index + 1, mailOf(envio({ number: `I${index + 1}` }))] as const)

async function givenFaultyMailbox(count: number, faults: Fault[], more: Partial<MailboxDeps> = {}) {
  const left = faults.map((one) => ({ ...one }))
  const intervene = (command: Command): Intervention => {
    const next = left.find((one) => one.times > 0 && isAt(command, one))
    if (!next) return undefined
    next.times -= 1
    ways[next.way](command)
    return 'answered'
  }
  const database = await givenDatabase()
  const server = await givenImapPeer({ intervene })
  const letters = lettersOf(count)
  for (const [uid, letter] of letters) server.mails.set(uid, letter)
  const mailbox = await givenMailbox(database.db, server.settings, { limits, ...more })
  return {
    ...{ database, server, mailbox, letters: letters.map(([, letter]) => letter.toString('latin1')) },
    async [Symbol.asyncDispose]() {
      await mailbox.stop()
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

const atOnceCount = casesOf(3, 6)

/** Several cases at the same time, each with a server and a database of its own: they mostly wait for silent servers. */
const atOnce = <Case>(one: fc.Arbitrary<Case>, run: (one: Case) => Promise<void>) =>
  fc.asyncProperty(fc.array(one, { minLength: atOnceCount, maxLength: atOnceCount }), async (cases) => {
    const ended = await Promise.allSettled(cases.map(run))
    for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
  })

const isAt = ({ text }: Command, { step, uid }: Fault): boolean =>
  text.startsWith(step) &&
  (uid === null ||
    !/^UID (FETCH|MOVE|STORE)/.test(step) ||
    text.split(' ')[2]?.split(',').includes(String(uid)) === true)

describe('a mailbox whose server fails at any step', () => {
  it('stores each mail once, and loses none', () =>
    fc.assert(
      atOnce(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fault, { maxLength: 3 })), async ([count, faults]) => {
        await using given = await givenFaultyMailbox(count, faults)
        const { mailbox, server, database } = given
        await until('all are stored', async () => {
          mailbox.clock.jump(60_000)
          server.announce()
          const { read, unreadable } = await mailbox.status()
          return read >= count && unreadable === 0
        })
        expect((await storedMails(database.db)).sort()).toEqual(given.letters.sort())
        expect((await mailbox.status()).read).toBe(count)
        await until('all have left the mailbox', () => {
          mailbox.clock.jump(60_000)
          server.announce()
          return server.mails.size === 0
        })
      }),
      { numRuns: casesOf(1, 2), endOnFailure: true },
    ))

  it('reads all others after two failures at one mail, or one that hangs, and those that come later', () =>
    fc.assert(
      atOnce(fc.tuple(fc.integer({ min: 1, max: 3 }), way), async ([uid, poison]) => {
        await using given = await givenFaultyMailbox(3, [{ step: 'UID FETCH', uid, way: poison, times: Infinity }])
        const { mailbox, server } = given
        const fetched = () => server.commands.flatMap((text) => /^UID FETCH (\d+) /.exec(text)?.[1] ?? []).map(Number)
        const fetches = () => fetched().filter((one) => one === uid).length
        await until('the others are stored', async () => (await mailbox.status()).read === 2)
        await until('the mail is set aside', async () => (await mailbox.status()).unreadable === 1)
        // A fetch that hangs costs so much time that the second one comes after the others.
        const tried = [1, 2, 3].flatMap((one) => (one === uid && poison !== 'silence' ? [one, one] : [one]))
        expect(fetched().slice(0, tried.length)).toEqual(tried)
        server.deliver(4, mailOf(envio({ number: 'I4' })))
        await until('the later one is stored', async () => (await mailbox.status()).read === 3)
        const before = fetches()
        await until('the mail is tried again', () => {
          mailbox.clock.jump(60_000)
          server.announce()
          return fetches() > before
        })
        expect(await mailbox.status()).toMatchObject({ read: 3, unreadable: 1 })
      }),
      { numRuns: casesOf(1, 2), endOnFailure: true },
    ))

  it('is told as an outage for as long as no mail can be fetched, and reads all at once after it', async () => {
    const fault: Fault = { step: 'UID FETCH', uid: null, way: 'NO', times: Infinity }
    await using given = await givenFaultyMailbox(3, [fault])
    const { mailbox, server } = given
    await until('all are set aside', async () => (await mailbox.status()).unreadable === 3)
    const fetches = () => server.commands.filter((text) => text.startsWith('UID FETCH')).length
    for (let minute = 1; minute <= 4; minute += 1) {
      const before = fetches()
      await mailbox.clock.advance(60_000, () => Promise.resolve())
      if (minute === 2) server.deliver(4, mailOf(envio({ number: 'I4' })))
      else server.announce()
      await until('a mail is tried', () => fetches() > before)
    }
    await until('it is reported', async () => (await mailbox.status()).errorCode === 'SERVER_ERROR')
    expect(await mailbox.status()).toMatchObject({ connected: false })
    expect(mailbox.observed).toEqual(Array<boolean>(12).fill(false))
    server.peer.intervene = () => undefined
    mailbox.clock.jump(60_000)
    server.announce()
    await mailbox.settled(4)
    await until('it is readable', async () => (await mailbox.status()).connected)
    await mailbox.clock.advance(20_000, () => Promise.resolve())
    expect(mailbox.observed.at(-1)).toBe(true)
  })

  it('is no outage while others can be fetched', async () => {
    const fault: Fault = { step: 'UID FETCH', uid: 1, way: 'NO', times: Infinity }
    await using given = await givenFaultyMailbox(3, [fault])
    const { mailbox, server } = given
    const fetches = () => server.commands.filter((text) => text.startsWith('UID FETCH 1 ')).length
    await until('the others are stored', async () => (await mailbox.status()).read === 2)
    for (let minute = 1; minute <= 3; minute += 1) {
      const before = fetches()
      await mailbox.clock.advance(15 * 60_000, () => Promise.resolve())
      // Its last failure may be noticed only after the clock advanced, and puts it off once more.
      await until('it is tried again', () => {
        mailbox.clock.jump(15 * 60_000)
        server.announce()
        return fetches() > before
      })
    }
    expect(await mailbox.status()).toMatchObject({ connected: true, unreadable: 1 })
    expect(mailbox.observed).not.toContain(false)
  })

  it.each(['NO', 'cut'] as const)(
    'holds up no mail for more than two minutes for each that fails before it, however many they are: %s',
    async (way) => {
      const broken = way === 'NO' ? 60 : 20
      const faults = Array.from({ length: broken }, (_, index) => ({
        ...{ step: 'UID FETCH', uid: index + 1, way, times: Infinity },
      }))
      let waitedMs = 0
      const delayMs = (failures: number, error: unknown) => {
        waitedMs += reconnectDelayMs(failures, error, 0)
        return 0
      }
      await using given = await givenFaultyMailbox(broken + 1, faults, { delayMs })
      await until('the last is read', async () => (await given.mailbox.status()).read === 1)
      // Where the connection breaks, each costs two sessions; otherwise none waits.
      expect(waitedMs).toBeLessThanOrEqual(way === 'NO' ? 0 : broken * 3_000)
    },
  )

  it.each([
    ['between others', [2, 4, 6], 7],
    ['one after the other', [1, 2, 3, 4, 5], 6],
  ])('reads all others within two minutes though the fetches of several mails hang: %s', async (_, hanging, count) => {
    await using database = await givenDatabase()
    const { db } = database
    const [clock, address, letters] = [manualClock(), 'ana@imap.example.org/INBOX', new Map(lettersOf(count))]
    await db.mailbox.create({ data: { address, since: new Date(clock.now()) } })
    const fetched: number[] = []
    const session = (): MailSession => {
      let isOpen = true
      return {
        uidValidity: 1n,
        listUidsAfter: (uid) => Promise.resolve([...letters.keys()].filter((one) => one > uid)),
        readPiece(uid, { patience }) {
          fetched.push(uid)
          const bytes = letters.get(uid) ?? Buffer.of()
          if (!hanging.includes(uid)) return Promise.resolve({ bytes, size: bytes.length })
          clock.jump(sessionLimits.pieceMs * patience)
          isOpen = false
          return Promise.reject(new MailboxError('TIMEOUT', 'did not answer in time'))
        },
        moveToProcessed: () => Promise.resolve('done'),
        flagAsProcessed: () => Promise.resolve('done'),
        isOpen: () => isOpen,
        close: () => undefined,
      }
    }
    const attempts = { fetches: createMailAttempts(clock), moves: createMailAttempts(clock) }
    let failures = 0
    const onTried = () => Promise.resolve(void (failures = 0))
    const mayRead = () => Promise.resolve(true)
    const deps = { db, clock, mayRead, onTried, ...attempts, fetched: new Map(), hangs: { count: 0 } }
    const startedAt = clock.elapsed()
    const readAll = async () => readNewMails(deps, session(), await openPosition(db, { address, uidValidity: 1n }))
    for (let isLost = true; isLost;) {
      const error = await readAll().catch((thrown: unknown) => thrown)
      isLost = error instanceof MailFailedError
      if (isLost) clock.jump(reconnectDelayMs((failures += 1), error, 0))
    }
    expect(clock.elapsed() - startedAt).toBeLessThan(120_000)
    expect(fetched).toEqual([...letters.keys()])
    expect(await db.mailbox.findFirst()).toMatchObject({ read: count - hanging.length, unreadable: hanging.length })
    // With all its patience again, after the others.
    const position = await openPosition(db, { address, uidValidity: 1n })
    const before = clock.elapsed()
    await expect(retryMail(deps, session(), position)).rejects.toThrow(MailFailedError)
    expect(clock.elapsed() - before).toBe(sessionLimits.pieceMs)
  })
})
