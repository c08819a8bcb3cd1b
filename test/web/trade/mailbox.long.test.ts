/// <reference lib="dom" />
import { flawsOf } from '../../support/browser/axe.ts'
import { findEnglish } from '../../support/browser/english.ts'
import { givenBrowser } from '../../support/browser/browser.ts'
import { givenGateway } from '../../support/gateway.ts'
import { givenImapPeer } from '../../support/mail/imap-peer.ts'
import { until } from '../../support/until.ts'

const { openPage } = await givenBrowser()

test('the page of messages shows whether the mailbox is connected, its backlog, and what stays in it', async () => {
  await using server = await givenImapPeer()
  await using gateway = await givenGateway({ config: { sinliMailbox: server.settings, sampleData: false } })
  const mailbox = () => gateway.db.mailbox.findFirstOrThrow()
  await until('the mailbox is open', async () => (await mailbox()).connected)
  const progress = { read: 25_000, backlog: 600, backlogTotal: 12_000, skipped: 2 }
  await gateway.db.mailbox.updateMany({ data: progress })
  const page = await openPage(gateway.url, '/messages', gateway.cookie)
  const section = page.getByRole('region', { name: 'Buzón' })
  await section.getByText('Leyendo correo atrasado: 11.400 de 12.000').waitFor()
  for (const text of ['ana@127.0.0.1/INBOX', 'Conectado', '25.000 leídos', '2 que no son SINLI'])
    expect(await section.textContent()).toContain(text)
  expect({ flaws: await flawsOf(page), english: await findEnglish(page) }).toEqual({ flaws: [], english: [] })

  await server[Symbol.asyncDispose]()
  await section.getByText('No se llega al servidor de correo.').waitFor()
  await section.getByText('Sin conexión').waitFor()
})
