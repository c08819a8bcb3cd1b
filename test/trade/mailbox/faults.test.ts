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

  it('leaves a mail alone after five broken fetches, and reads the ones after it', async () => {
    const cut = ({ text, socket }: Command) => {
      if (!/^UID FETCH 2 .*BODY/.test(text)) return undefined
      socket.end('* BYE internal error\r\n')
      return 'answered' as const
    }
    await using server = await givenPeer(3, { intervene: cut })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(2)
    expect(await mailbox.status()).toMatchObject({ read: 2, unreadable: 1, lastUid: 3n, errorCode: 'CONNECTION_LOST' })
    expect([...server.mails.keys()]).toEqual([2])
  })

  it('flags mails where the server refuses to move them, and does not read them again', async () => {
    const refuse = ({ tag, text, socket }: Command) => {
      if (!text.startsWith('UID MOVE')) return undefined
      socket.write(`${tag} NO [OVERQUOTA] full\r\n`)
      return 'answered' as const
    }
    await using server = await givenPeer(2, { intervene: refuse })
    await using mailbox = await givenMailbox(database.db, server.settings)
    await mailbox.settled(2)
    expect([...server.flagged]).toEqual([1, 2])
    expect(await mailbox.status()).toMatchObject({ connected: true, errorCode: null })
  })

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
    const lie = ({ tag, text, socket }: Command) => {
      if (text.includes('BODY') || !text.startsWith('UID FETCH')) return undefined
      socket.write('* 1 FETCH (UID 1 RFC822.SIZE 10)\r\n* 2 FETCH (UID 2 RFC822.SIZE 10)\r\n')
      socket.write(`* 3 FETCH (UID 3 RFC822.SIZE 10)\r\n${tag} OK\r\n`)
      return 'answered' as const
    }
    server.peer.intervene = lie
    await using mailbox = await givenMailbox(database.db, server.settings)
    await until('all are passed', async () => (await mailbox.status()).lastUid === 3n)
    await mailbox.settled(1)
    expect(await mailbox.status()).toMatchObject({ read: 1, skipped: 1, oversized: 1, backlog: 0, backlogTotal: 3 })
    expect([...server.mails.keys()]).toEqual([2, 3])
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
