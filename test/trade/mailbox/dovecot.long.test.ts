import { givenDovecot, hasDovecot } from '../../support/mail/dovecot.ts'
import { givenDatabase } from '../../support/database/database.ts'
import { givenGateway } from '../../support/gateway.ts'
import { envio, givenTrade, mail, mailOf, shop, supplier } from '../../support/sinli/inbound.ts'
import { givenMailbox, storedMails } from '../../support/mail/mailbox.ts'
import { until } from '../../support/until.ts'

const whereInstalled = hasDovecot() ? describe : describe.skip

whereInstalled('the mailbox of a real server', () => {
  let dovecot: Awaited<ReturnType<typeof givenDovecot>>

  beforeAll(async () => {
    dovecot = await givenDovecot()
  })
  afterAll(() => dovecot[Symbol.asyncDispose]())

  it('is read, its messages are processed and moved, other mails stay, and all interfaces show it', async () => {
    await dovecot.deliver('ana', mailOf(envio({ number: 'M1' })), mail({ subject: 'Feria del libro' }))
    await using gateway = await givenGateway({ config: { sinliMailbox: dovecot.mailbox('ana') } })
    await givenTrade(gateway).registerLibrary(shop)
    await givenTrade(gateway).registerSupplier(supplier)
    await until('both are read', async () => (await dovecot.mailsIn('ana', '.Vigia.Procesados')).length === 1)
    await dovecot.deliver('ana', mailOf(envio({ number: 'M2' })))
    await until('the new mail is processed', () =>
      gateway.db.inboundMessage.count({ where: { status: 'PROCESSED', decoded: { number: 'M2' } } }),
    )
    await until('it is moved', async () => (await dovecot.mailsIn('ana')).length === 1)
    const { sinliMailbox } = await gateway.data(
      '{ sinliMailbox { address connected read skipped oversized unreadable backlog lastError lastErrorCode } }',
    )
    const shown = { address: 'ana@127.0.0.1/INBOX', connected: true, read: 2, skipped: 1, backlog: 0, lastError: null }
    expect(sinliMailbox).toMatchObject(shown)
    const answer = await gateway.get('/api/admin/integrations/sinli_inbound/mailbox/')
    expect(await answer.json()).toMatchObject({ mailbox: shown })
    const metrics = await (await gateway.get('/metrics')).text()
    expect(metrics).toContain('vigia_sinli_mailbox_connected 1')
    expect(metrics).toContain('vigia_sinli_mailbox_mails{result="read"} 2')
    expect(metrics).toContain('vigia_sinli_mailbox_run_mails{state="waiting"} 0')
  })

  it('is read on after a restart, from the first mail that was not read', async () => {
    await using database = await givenDatabase()
    await dovecot.deliver('eva', mailOf(envio({ number: 'R1' })), mail({ subject: 'Hola' }))
    const settings = dovecot.mailbox('eva')
    await using first = await givenMailbox(database.db, settings)
    await first.settled(1)
    await until('the other mail is passed', async () => (await first.status()).skipped === 1)
    await first.stop()
    expect(await first.status()).toMatchObject({ connected: false, errorCode: null })
    await dovecot.deliver('eva', mailOf(envio({ number: 'R2' })))
    await using second = await givenMailbox(database.db, settings)
    await second.settled(2)
    expect(await second.status()).toMatchObject({ connected: true, skipped: 1, lastUid: 3n })
    expect(await storedMails(database.db)).toHaveLength(2)
  })

  it('opens an incident while the server is away, which ends after it is back', async () => {
    await using gateway = await givenGateway({ config: { sinliMailbox: dovecot.mailbox('luz') } })
    const connected = (wanted: boolean) =>
      until(`connected is ${wanted}`, async () => {
        const { sinliMailbox } = await gateway.data('{ sinliMailbox { connected } }')
        return sinliMailbox.connected === wanted
      })
    const incidents = async (): Promise<string[]> =>
      (await gateway.db.incident.findMany()).map(({ resolution }) => resolution ?? 'OPEN')
    await connected(true)
    await dovecot.stop()
    await connected(false)
    await gateway.pass(240)
    expect(await incidents()).toEqual(['OPEN'])
    await dovecot.restart()
    await connected(true)
    await gateway.pass(1_200)
    expect(await incidents()).toEqual(['AUTOMATIC'])
  })

  it('is not read where the certificate cannot be verified or the password is wrong', async () => {
    await using database = await givenDatabase()
    const { plain, tls } = dovecot.ports
    const settings = dovecot.mailbox('ana')
    const codeWith = async (changes: Partial<typeof settings>) => {
      await using mailbox = await givenMailbox(database.db, { ...settings, ...changes }, { delayMs: () => 60_000 })
      return await until('it has failed', async () => (await mailbox.status()).errorCode)
    }
    const host = 'localhost'
    expect(await codeWith({ host, port: tls, tls: 'always' })).toBe('CERTIFICATE')
    expect(await codeWith({ host, user: 'bea', port: plain, tls: 'starttls' })).toBe('CERTIFICATE')
    expect(await codeWith({ user: 'cai', password: 'otra' })).toBe('LOGIN_REFUSED')
    expect(await codeWith({ user: 'dan', path: ['No', 'existe'] })).toBe('MAILBOX_MISSING')
  })

  it('is read to the end after its mails were numbered anew', async () => {
    await using database = await givenDatabase()
    const settings = dovecot.mailbox('sol')
    await dovecot.deliver('sol', mail({ subject: 'Hola' }), mailOf(envio({ number: 'N1' })))
    await using first = await givenMailbox(database.db, settings)
    await first.settled(1)
    await first.stop()
    const { uidValidity } = await first.status()
    await dovecot.renumber('sol')
    await dovecot.deliver('sol', mailOf(envio({ number: 'N2' })))
    await using second = await givenMailbox(database.db, settings)
    await second.settled(2)
    expect((await second.status()).uidValidity).not.toBe(uidValidity)
  })
})
