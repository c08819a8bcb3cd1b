import { processWaiting, storeMessage } from '../../../../src/trade/inbound/process-message.ts'
import { beginWaiting } from '../../../../src/trade/inbound/waiting-messages.ts'
import { mailboxAddress } from '../../../../src/lib/mailbox-url.ts'
import { toMailboxError } from '../../../../src/trade/mailbox/mailbox-error.ts'
import { ensureMailbox, markDisconnected } from '../../../../src/trade/mailbox/mailbox-state.ts'
import { replay } from '../../../../src/trade/replay/replay.ts'
import { givenImapPeer } from '../../../support/mail/imap-peer.ts'
import { givenMailbox } from '../../../support/mail/mailbox.ts'
import { until } from '../../../support/until.ts'
import { nasty, within } from './context.mjs'
import { faultyMessages, mailOf, note } from './messages.mjs'

/** Sends every message and waits until it is processed. */
export async function receiveMessages({ trade, ingest }) {
  for (const message of faultyMessages()) await trade.send(message)
  const subject = 'ESFANDELIB00002ESFANDELIB00001ENVIO 08FANDE'
  const text = (more) => ({ 'content-type': 'text/plain', ...more })
  await trade.send(Buffer.from('I'), text({ 'x-sinli-subject': subject }))
  await trade.send(Buffer.from('I'), text({ 'x-sinli-subject': 'Un "asunto", otro' }))
  await trade.send(Buffer.from('I'), text())
  await ingest('PUT', '/ingest/v1/suppliers/LIB00050', { name: 'Otra', updatedAt: '2026-01-01T00:00:00Z' })
}

const stepsOf = ({ db, clock }) => ({ db, clock, recordOutcome: () => undefined, canContinue: () => true })

/** A message that fails by a mistake of the program: one that the database refuses, and one that ended the process. */
export async function failInternally(server) {
  const { db, trade } = server
  await db.$executeRawUnsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused'; END $$`)
  await db.$executeRawUnsafe(
    'CREATE TRIGGER refuse BEFORE INSERT ON "SinliDocument" FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
  )
  const failed = await trade.send(mailOf(note()))
  await db.$executeRawUnsafe('DROP TRIGGER refuse ON "SinliDocument"')
  await db.$executeRawUnsafe('DROP FUNCTION refuse')
  return failed.id
}

/** Replays by the API: of failed messages, of those already processed, dry and with force. */
export async function replayMessages({ db, trade }) {
  const idsOf = async (where) => (await db.inboundMessage.findMany({ where, select: { id: true } })).map(({ id }) => id)
  const run = async (body) => {
    const { status, body: answer } = await trade.replay(body)
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`)
  }
  await run({ status: 'failed', dryRun: true, reason: nasty })
  await run({ messageIds: await idsOf({ status: 'PROCESSED' }) })
  await run({ messageIds: await idsOf({ code: 'IDENTIFICACION_INCOHERENTE' }), force: true })
  await run({ messageIds: await idsOf({ code: 'DOCUMENTO_DUPLICADO' }), force: true, reason: 'Vale el otro' })
  await run({ messageIds: await idsOf({ status: { in: ['DUPLICATE', 'SKIPPED'] } }) })
  await run({ status: 'failed', code: 'REMITENTE_DESCONOCIDO' })
  await run({ messageIds: await idsOf({ status: 'PROCESSED_WITH_WARNINGS' }), dryRun: true, force: true })
}

/** Replays that meet what only another process or a mistake brings about; the server does not process meanwhile. */
export async function replayOddly(server, failedId) {
  const { db, clock } = server
  const { id, name, email, role } = await db.operator.findFirstOrThrow({ where: { email: 'ana@example.org' } })
  const by = { operator: { id, name, email, role }, address: '127.0.0.1', requestId: null, traceId: null }
  const run = (messageIds, more = {}, deps = {}) => {
    const request = {
      selection: { messageIds },
      limit: 100,
      dryRun: false,
      force: true,
      reason: null,
      idempotencyKey: null,
    }
    return replay({ ...stepsOf(server), ...deps }, { ...request, ...more }, by)
  }
  const arrival = { at: new Date(clock.now()), traceId: '5b8efff798038103d269b633813fc60d', requestId: null }
  const store = () =>
    storeMessage(db, { contentType: 'message/rfc822', raw: mailOf(note()), declaredSubject: null }, arrival)
  const given = await store()
  await db.inboundMessage.update({ where: { id: given }, data: { beginnings: 5 } })
  await processWaiting(stepsOf(server), { id: given, beginnings: 5, traceId: arrival.traceId })
  const [waiting, begun] = [await store(), await store()]
  await beginWaiting(db, { id: begun, beginnings: 0 })
  await run([waiting, begun])
  const results = []
  await run([given, failedId, waiting], {}, { canContinue: () => results.push(null) < 2 })
  await run([failedId, given], { dryRun: true }, { db: failingAtRaw(db) })
  await db.$executeRawUnsafe(`CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`)
  await db.$executeRawUnsafe(
    'CREATE TRIGGER keep BEFORE UPDATE ON "InboundMessage" FOR EACH ROW EXECUTE FUNCTION keep()',
  )
  await run([failedId])
  await db.$executeRawUnsafe('DROP TRIGGER keep ON "InboundMessage"')
  await db.$executeRawUnsafe('DROP FUNCTION keep')
}

/** The same database, but reading the bytes of a message throws. */
function failingAtRaw(db) {
  const findUniqueOrThrow = (query) =>
    query.select.raw ? Promise.reject(new Error('a mistake')) : db.inboundMessage.findUniqueOrThrow(query)
  const inboundMessage = new Proxy(db.inboundMessage, {
    get: (target, name) => (name === 'findUniqueOrThrow' ? findUniqueOrThrow : target[name]),
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'inboundMessage') return inboundMessage
      return typeof target[name] === 'function' ? target[name].bind(target) : target[name]
    },
  })
}

const words = 'no "user", (sorry) línea'
const clientErrors = [
  { authenticationFailed: true, responseText: 'Invalid credentials' },
  { authenticationFailed: true, responseText: `a secret word: ${words}).` },
  { authenticationFailed: true, code: 'AUTH' },
  { authenticationFailed: true },
  { mailboxMissing: true },
  { tlsFailed: true },
  { tlsFailed: true, message: words },
  { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
  {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    reason: "Host: mail.example.org. is not in the cert's altnames: DNS:localhost",
  },
  { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:993' },
  { code: 'ENOTFOUND', reason: words },
  { code: 'GREETING_TIMEOUT' },
  { code: 'ETIMEOUT', message: words },
  { mailboxMissing: true, responseText: 'Mailbox does not exist' },
  { mailboxMissing: true, response: words },
  { code: 'NoConnection', message: 'Connection not available' },
  { code: 'EConnectionClosed', reason: 'Idle for "too" long\r\n(bye).' },
  { message: '' },
  { responseText: `Internal error: ${words}, ${'muy largo '.repeat(30)}` },
]

/** A mailbox for each reason why one cannot be read, and those of servers that refuse. */
export async function failMailboxes({ db, clock }) {
  const at = new Date(clock.now())
  for (const [index, error] of clientErrors.entries()) {
    const settings = {
      host: `mail${index}.example.org`,
      port: 993,
      tls: 'always',
      user: 'ana',
      password: 'a secret word',
      path: ['INBOX'],
    }
    const address = mailboxAddress(settings)
    await ensureMailbox(db, address, at)
    await markDisconnected(db, address, { error: toMailboxError(error, settings), at })
  }
  await readFrom(db, 'ana', () => undefined)
  await readFrom(db, 'eva', refusing('UID SEARCH', 'NO not now'), /refused to search/)
  await readFrom(db, 'luis', refusing('LOGIN', 'NO [AUTHENTICATIONFAILED] Wrong "user"'), /refused the user/)
  await db.unmovedMail.create({ data: { address: 'ana@127.0.0.1/INBOX', uid: 7 } })
}

const refusing = (command, answer) => (text) => (text.startsWith(command) ? answer : undefined)

async function readFrom(db, user, answerOf, expected = null) {
  const intervene = ({ tag, text, socket }) => {
    const answer = answerOf(text)
    if (answer !== undefined) socket.write(`${tag} ${answer}\r\n`)
    return answer === undefined ? undefined : 'answered'
  }
  await within(givenImapPeer({ intervene }), ({ peer, settings }) => {
    peer.mails.set(1, mailOf(note()))
    return within(givenMailbox(db, { ...settings, user }), (mailbox) =>
      expected === null
        ? mailbox.settled(1)
        : until('the mailbox has failed', async () => expected.test((await mailbox.status()).error ?? '')),
    )
  })
}
