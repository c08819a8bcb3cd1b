import { givenDatabase, type GivenDatabase } from '../../support/database/database.ts'
import { givenImapPeer, type Command } from '../../support/mail/imap-peer.ts'
import { envio, mail, mailOf } from '../../support/sinli/inbound.ts'
import { givenMailbox, settleMessages, storedMails } from '../../support/mail/mailbox.ts'
import { until } from '../../support/until.ts'

describe('a mailbox at a faulty server', () => {
  let database: GivenDatabase

  beforeEach(async () => {
    database = await givenDatabase()
  })
  afterEach(() => database[Symbol.asyncDispose]())

  const letters = (count: number) =>
    Array.from({ length: count }, (_, index) => [index + 1, mailOf(envio({ number: `F${index + 1}` }))] as const)
  const givenPeer = async (count: number, options: Parameters<typeof givenImapPeer>[0] = {}) => {
    const given = await givenImapPeer(options)
    for (const [uid, letter] of letters(count)) given.mails.set(uid, letter)
    return given
  }

  /** Lets time pass until this many mails are read and moved. */
  const readLater = async (mailbox: Awaited<ReturnType<typeof givenMailbox>>, read: number) => {
    await until('mails that failed are read', async () => {
      mailbox.clock.jump(60_000)
      return (await mailbox.status()).read === read
    })
    await mailbox.settled(read)
  }

  it('goes on where it was when the connection is cut in the middle of a mail', async () => {
    let cuts = 0
    const cut = ({ text, socket }: Command) => {
      if (!text.startsWith('UID FETCH 3 ') || !text.includes('BODY') || (cuts += 1) > 1) return undefined
      socket.write('* 1 FETCH (UID 3 BODY[]<0> {5000}\r\nFrom: bu')
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(5, { intervene: cut })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(5)
    expect(await storedMails(database.db)).toEqual(
      [...server.processed.values()].map((bytes) => bytes.toString('latin1')),
    )
    expect(server.mails.size).toBe(0)
  })

  it('reads the other mails after a mail failed twice, and that mail last, from time to time, until it can be read', async () => {
    let isBroken = true
    const cut = ({ text, socket }: Command) => {
      if (!isBroken || !/^UID FETCH 2 .*BODY/.test(text)) return undefined
      socket.end('* BYE internal error\r\n')
      return 'answered' as const
    }
    await using server = await givenPeer(3, { intervene: cut })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(2)
    const fetches = () => server.commands.filter((text) => text.startsWith('UID FETCH 2 ')).length
    expect(await mailbox.status()).toMatchObject({ read: 2, unreadable: 1, lastUid: 3n, errorCode: 'CONNECTION_LOST' })
    expect([...server.mails.keys()]).toEqual([2])
    await until('it is tried again, as another could be read', () => fetches() === 3)
    await until('it is tried again later', () => {
      mailbox.clock.jump(15_000)
      return fetches() > 3
    })
    isBroken = false
    await readLater(mailbox, 3)
    expect(await mailbox.status()).toMatchObject({ read: 3, unreadable: 0, lastUid: 3n })
    expect(server.mails.size).toBe(0)
  })

  it('tries a mail that could not be read again after a restart, at once', async () => {
    const cut = ({ text, socket }: Command) => {
      if (!text.startsWith('UID FETCH 1 ')) return undefined
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(2, { intervene: cut })
    await using first = await givenMailbox(database.db, server.settings)
    await first.settled(1)
    await first.stop()
    server.peer.intervene = () => undefined
    await using second = await givenMailbox(database.db, server.settings)
    await second.settled(2)
    expect(await second.status()).toMatchObject({ unreadable: 0, lastUid: 2n })
  })

  it('forgets mails that could not be read when they are gone, or the server numbers the mails anew', async () => {
    const isPoison = ({ tag, text, socket }: Command) => {
      if (!/^UID FETCH [12] /.test(text)) return undefined
      socket.write(`${tag} NO [SERVERBUG] internal error\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(2, { intervene: isPoison })
    await using first = await givenMailbox(database.db, server.settings)
    await until('both are set aside', async () => (await first.status()).unreadable === 2)
    server.mails.delete(1)
    server.peer.intervene = (command) => (command.text.startsWith('UID FETCH 2 ') ? isPoison(command) : undefined)
    first.clock.jump(15_000)
    await until('one is forgotten', async () => (await first.status()).unreadable === 1)
    server.peer.uidValidity = 2
    server.peer.intervene = ({ socket }) => {
      server.peer.intervene = () => undefined
      socket.destroy()
      return 'answered'
    }
    server.mails.clear()
    server.deliver(2, mailOf(envio({ number: 'OTHER' })))
    await first.settled(1)
    expect(await first.status()).toMatchObject({ read: 1, unreadable: 0, uidValidity: 2n })
    expect(await storedMails(database.db)).toEqual([expect.stringContaining('Message-ID')])
  })

  it('does not take a mail for gone that the server lists, though it answers without it', async () => {
    let isSilent = true
    const answerWithout = ({ tag, text, socket }: Command) => {
      if (!isSilent || !text.startsWith('UID FETCH 1 ')) return undefined
      socket.write(`* 1 FETCH (FLAGS (\\Seen))\r\n${tag} OK done\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(2, { intervene: answerWithout })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(1)
    expect(await mailbox.status()).toMatchObject({ unreadable: 1 })
    isSilent = false
    await readLater(mailbox, 2)
  })

  it('reads on while the connection breaks at the move of a mail, and moves it later', async () => {
    let isBroken = true
    const cut = ({ text, socket }: Command) => {
      if (!isBroken || !/^UID MOVE (1|1,.*) /.test(text)) return undefined
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(3, { intervene: cut })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await until('the others are moved', () => [...server.processed.keys()].join() === '2,3')
    server.deliver(4, mailOf(envio({ number: 'F4' })))
    await until('a new mail is moved', () => server.processed.has(4))
    isBroken = false
    mailbox.clock.jump(15 * 60_000)
    await mailbox.settled(4)
    expect(server.mails.size).toBe(0)
    expect(await storedMails(database.db)).toHaveLength(4)
  })

  it('moves the mails of before an upgrade that it has yet to move, without reading them again', async () => {
    const cut = ({ text, socket }: Command) => {
      if (!text.startsWith('UID MOVE')) return undefined
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(3, { intervene: cut })
    await using before = await givenMailbox(database.db, server.settings)
    await until('all are stored', async () => (await before.status()).read === 3)
    await before.stop()
    await database.db.mailbox.updateMany({ data: { lastUid: 0n } })
    server.peer.intervene = () => undefined
    server.mails.set(4, mailOf(envio({ number: 'F4' })))
    await using after = await givenMailbox(database.db, server.settings)
    await after.settled(4)
    const fetched = server.commands.flatMap((text) => /^UID FETCH (\d+) /.exec(text)?.[1] ?? [])
    expect(fetched).toEqual(['1', '2', '3', '4'])
    expect(server.mails.size).toBe(0)
    expect(await storedMails(database.db)).toHaveLength(4)
  })

  it('reads the mails that an instance of before an upgrade gave up beside it, and no other again', async () => {
    const refuse = ({ tag, text, socket }: Command) => {
      if (!/^UID (FETCH [24]|MOVE [13]) /.test(text)) return undefined
      socket.write(`${tag} NO [UNAVAILABLE] the storage is away\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(4, { intervene: refuse })
    server.mails.set(5, mail({ subject: 'Feria del libro' }))
    await using before = await givenMailbox(database.db, server.settings)
    await until('all are passed', async () => (await before.status()).lastUid === 5n)
    expect(await before.status()).toMatchObject({ read: 2, skipped: 1, unreadable: 2 })
    await before.stop()
    // The instance of before counts mails that it gives up, and writes down none of them.
    expect(await database.db.unreadableMail.deleteMany({ where: { uid: 2n } })).toEqual({ count: 1 })
    server.peer.intervene = () => undefined
    await using after = await givenMailbox(database.db, server.settings)
    await after.settled(4)
    expect(await after.status()).toMatchObject({ read: 4, skipped: 1, unreadable: 0, lastUid: 5n })
    // The server may receive the last command of the mailbox before only after that has stopped.
    const commands = server.commands.slice(server.commands.findLastIndex((text) => text.startsWith('LOGIN')))
    expect(commands.flatMap((text) => /^UID FETCH (\d+) /.exec(text)?.[1] ?? [])).toEqual(['2', '4', '5'])
    expect(await storedMails(database.db)).toHaveLength(4)
  })

  it.each(['57014', '53200'])(
    'reads the other mails when the database aborts the query of one with %s, and says so',
    async (code) => {
      await using server = await givenPeer(3)
      const [first = Buffer.alloc(0)] = server.mails.values()
      server.mails.set(1, Buffer.concat([Buffer.from('X-Poison: POISON\r\n'), first]))
      await database.db.$executeRawUnsafe(
        `CREATE FUNCTION abort() RETURNS trigger AS $$ BEGIN IF position('POISON'::bytea in NEW."raw") > 0 THEN RAISE EXCEPTION 'aborted' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql`,
      )
      await database.db.$executeRawUnsafe(
        'CREATE TRIGGER abort BEFORE INSERT ON "InboundMessage" FOR EACH ROW EXECUTE FUNCTION abort()',
      )
      await using mailbox = await givenMailbox(database.db, server.settings)
      await mailbox.settled(2)
      expect(await mailbox.status()).toMatchObject({ unreadable: 1, connected: true })
      await database.db.$executeRawUnsafe('DROP TRIGGER abort ON "InboundMessage"')
      await readLater(mailbox, 3)
    },
  )

  it('reads on in two large mails by turns when the connection breaks after each megabyte', async () => {
    const pieces = new Map<unknown, number>()
    const cut = ({ text, socket }: Command) => {
      if (!text.startsWith('UID FETCH')) return undefined
      const sent = (pieces.get(socket) ?? 0) + 1
      pieces.set(socket, sent)
      if (sent > 1) socket.destroy()
      return sent > 1 ? ('answered' as const) : undefined
    }
    await using server = await givenPeer(0, { intervene: cut })
    const attachments = [{ name: 'ENVIO.txt', bytes: Buffer.alloc(2.5 * 2 ** 20, 'x') }]
    for (const uid of [1, 2]) server.mails.set(uid, mailOf(envio({ number: `F${uid}` }), { attachments }))
    await using mailbox = await givenMailbox(database.db, server.settings)
    await readLater(mailbox, 2)
  })

  it('fetches a large mail in pieces, and goes on after the last one when the connection is lost', async () => {
    const bytes = Buffer.alloc(2.5 * 2 ** 20, 'x')
    let cuts = 0
    const cut = ({ text, socket }: Command) => {
      if (!text.includes('<2097152.') || (cuts += 1) > 1) return undefined
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(0, { intervene: cut })
    server.mails.set(1, mailOf(envio(), { attachments: [{ name: 'ENVIO.txt', bytes }] }))
    await using mailbox = await givenMailbox(database.db, server.settings)
    const [letter] = server.mails.values()
    await mailbox.settled(1)
    expect(await storedMails(database.db)).toEqual([letter?.toString('latin1')])
    const starts = server.commands.flatMap((text) => /\[\]<(\d+)\./.exec(text)?.[1] ?? [])
    expect(starts.map((start) => Number(start) / 2 ** 20)).toEqual([0, 1, 2, 2, 3])
  })

  it('gives up a fetch that does not end in time', async () => {
    const hang = ({ text }: Command) => (text.startsWith('UID FETCH 1 ') ? ('answered' as const) : undefined)
    await using server = await givenPeer(2, { intervene: hang })
    const limits = { connectMs: 20_000, silenceMs: 60_000, commandMs: 60_000, pieceMs: 500 }
    await using mailbox = await givenMailbox(database.db, server.settings, { limits })
    await mailbox.settled(1)
    expect(await mailbox.status()).toMatchObject({ unreadable: 1, errorCode: 'TIMEOUT' })
  })

  const refuse = (pattern: RegExp, code: string) => (command: Command) => {
    if (!pattern.test(command.text)) return undefined
    command.socket.write(`${command.tag} NO [${code}] no\r\n`)
    return 'answered' as const
  }

  it('flags mails where the user may not move them, and does not read them again', async () => {
    await using server = await givenPeer(2, { intervene: refuse(/^UID MOVE/, 'NOPERM') })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(2)
    expect([...server.flagged]).toEqual([1, 2])
    expect(await mailbox.status()).toMatchObject({ connected: true, errorCode: null })
  })

  it('leaves mails as they are where the user may neither move nor flag them', async () => {
    await using server = await givenPeer(2, { intervene: refuse(/^UID (MOVE|STORE)/, 'NOPERM') })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(2)
    expect([server.flagged.size, server.mails.size]).toEqual([0, 2])
  })

  it.each([/^UID MOVE/, /^UID (MOVE|STORE)/, /^(STATUS|CREATE)/])(
    'moves in the end all mails that the server refused for a while, at %s',
    async (pattern) => {
      await using server = await givenPeer(3, { intervene: refuse(pattern, 'OVERQUOTA') })
      await using mailbox = await givenMailbox(database.db, server.settings)
      await until('all are stored', async () => (await mailbox.status()).read === 3)
      await until('it idles', () => server.commands.includes('IDLE'))
      server.peer.intervene = () => undefined
      server.deliver(4, mailOf(envio({ number: 'F4' })))
      await mailbox.settled(4)
      expect([...server.processed.keys()].sort()).toEqual([1, 2, 3, 4])
      expect(server.mails.size).toBe(0)
    },
  )

  it('flags mails where the server could only move by expunging what others deleted', async () => {
    await using server = await givenPeer(1, { capabilities: 'IDLE NAMESPACE' })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(1)
    expect([...server.flagged]).toEqual([1])
    expect(server.commands.filter((text) => /COPY|EXPUNGE|MOVE/.test(text))).toEqual([])
  })

  it('moves into a folder that is made with the hierarchy delimiter of the server', async () => {
    await using server = await givenPeer(1, { delimiter: '.' })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(1)
    expect([...server.folders]).toEqual(['INBOX', 'Vigia.Procesados'])
    expect([...server.processed.keys()]).toEqual([1])
  })

  it('moves later what was stored when the connection was lost before the move', async () => {
    let cuts = 0
    const cut = ({ text, socket }: Command) => {
      if (!text.startsWith('UID MOVE') || (cuts += 1) > 1) return undefined
      socket.destroy()
      return 'answered' as const
    }
    await using server = await givenPeer(3, { intervene: cut })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(3)
    expect([...server.processed.keys()]).toEqual([1, 2, 3])
    expect(await storedMails(database.db)).toHaveLength(3)
  })

  it('reads all again when the server numbers the mails anew, for the message ids to tell what is known', async () => {
    await using server = await givenPeer(2, { capabilities: 'IDLE NAMESPACE' })
    await using first = await givenMailbox(database.db, server.settings)
    await first.settled(2)
    await first.stop()
    server.peer.uidValidity = 2
    server.flagged.clear()
    await using second = await givenMailbox(database.db, server.settings)
    await second.settled(4)
    expect(await second.status()).toMatchObject({ uidValidity: 2n, lastUid: 2n })
  })

  it('reads a new mail when the server announces it', async () => {
    await using server = await givenPeer(1)
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(1)
    await until('it idles', () => server.commands.includes('IDLE'))
    server.deliver(7, mailOf(envio({ number: 'F7' })))
    await mailbox.settled(2)
    expect([...server.processed.keys()]).toEqual([1, 7])
  })

  it('leaves mails that are not SINLI alone, and those that grew larger than the server said', async () => {
    await using server = await givenPeer(1)
    server.mails.set(2, mail({ subject: 'Feria del libro' }))
    server.mails.set(3, Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))
    for (const uid of [1, 2, 3]) server.sizes.set(uid, 10)
    await using mailbox = await givenMailbox(database.db, server.settings)
    await until('all are passed', async () => (await mailbox.status()).lastUid === 3n)
    await mailbox.settled(1)
    expect(await mailbox.status()).toMatchObject({ read: 1, skipped: 1, oversized: 1, backlog: 0, backlogTotal: 3 })
    expect([...server.mails.keys()]).toEqual([2, 3])
  })

  it('does not blame the password for troubles of the server at the sign-in', async () => {
    const refuse = ({ tag, text, socket }: Command) => {
      if (!text.startsWith('LOGIN')) return undefined
      socket.write(`${tag} NO [UNAVAILABLE] the directory is down\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(0, { intervene: refuse })
    await using mailbox = await givenMailbox(database.db, server.settings)
    expect(await until('it has failed', async () => (await mailbox.status()).errorCode)).toBe('SERVER_ERROR')
  })

  it('says why it cannot be read, without the password, even where the server repeats it', async () => {
    const refuse = ({ tag, text, socket }: Command) => {
      if (!text.startsWith('LOGIN')) return undefined
      socket.write(`${tag} NO [AUTHENTICATIONFAILED] no such user: ana "a secret word"\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(0, { intervene: refuse })
    await using mailbox = await givenMailbox(database.db, server.settings)
    const { error, errorCode, connected } = await until('it has failed', async () => {
      const status = await mailbox.status()
      return status.error ? status : null
    })
    expect({ errorCode, connected }).toEqual({ errorCode: 'LOGIN_REFUSED', connected: false })
    expect(error).toContain('no such user: ana "***"')
    await mailbox.clock.advance(60_000, () => Promise.resolve())
    expect(mailbox.observed).toEqual([false, false, false])
  })

  it('requires STARTTLS before it sends the password to another machine', async () => {
    await using server = await givenPeer(1)
    await using mailbox = await givenMailbox(database.db, { ...server.settings, tls: 'starttls' })
    await until('it has failed', async () => (await mailbox.status()).errorCode === 'NO_TLS')
    expect(server.commands.filter((text) => text.startsWith('LOGIN'))).toEqual([])
  })

  it('is read by one of two instances at a time, and each mail is stored once though both believe to lead', async () => {
    await using server = await givenPeer(30, { capabilities: 'IDLE NAMESPACE' })
    const other = await database.openAgain()
    await using first = await givenMailbox(database.db, server.settings)
    await using second = await givenMailbox(other.db, server.settings)
    const stopSettling = settleMessages(database.db)
    await first.settled(30).finally(stopSettling)
    await second.stop()
    await first.stop()
    expect(await storedMails(database.db)).toEqual(
      [...server.mails.values()].map((letter) => letter.toString('latin1')),
    )
    await other.close()
  })

  it('stores no further mail while many messages wait to be processed', async () => {
    await using server = await givenPeer(100)
    await using mailbox = await givenMailbox(database.db, server.settings)
    await until('two portions are stored', async () => (await mailbox.status()).read === 40)
    await until('it has moved them', async () => (await database.db.unmovedMail.count()) === 0)
    expect(await mailbox.status()).toMatchObject({ read: 40, backlog: 60, backlogTotal: 100 })
    const stopSettling = settleMessages(database.db)
    await mailbox.settled(100).finally(stopSettling)
    expect(await mailbox.status()).toMatchObject({ backlog: 0, backlogTotal: 100 })
  })

  it('is not read by an instance that does not lead', async () => {
    await using server = await givenPeer(1)
    const asked: number[] = []
    const coordination = { tryLead: () => Promise.resolve((asked.push(1), false)) }
    await using mailbox = await givenMailbox(database.db, server.settings, { coordination })
    await until('it has asked', () => asked.length > 0)
    expect(await mailbox.status()).toMatchObject({ connected: false, read: 0, errorCode: null })
    expect(server.commands).toEqual([])
  })
})
