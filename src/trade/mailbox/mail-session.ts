import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import type { MailboxSettings } from '../../lib/mailbox-url.ts'
import { maxMessageBytes } from '../inbound/unpack-message.ts'
import { MailboxError, toMailboxError } from './mailbox-error.ts'

/** An open mailbox. Every function throws MailboxError if the server refuses or the connection is lost. */
export type MailSession = {
  /** UIDs of another session are valid only with the same number. */
  uidValidity: bigint
  /** The UIDs of the mails above `uid` that are not flagged as processed, ascending. */
  listUidsAfter: (uid: number) => Promise<number[]>
  /** The sizes of mails in bytes, as stated by the server; without mails that are gone. */
  readSizes: (uids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** The bytes of a mail, cut off after `maxBytes`; null if it is gone. */
  readMail: (uid: number, maxBytes: number) => Promise<Buffer | null>
  /** Moves mails to the folder of processed mails, which it creates first. False if the server cannot. */
  moveToProcessed: (uids: readonly number[]) => Promise<boolean>
  /** Flags mails as processed. False if the server cannot. */
  flagAsProcessed: (uids: readonly number[]) => Promise<boolean>
  close: () => void
}

/** The folder that mails are moved to, from the root of the user's mailboxes. */
const processedFolder = ['Vigia', 'Procesados']

/** Flags processed mails on servers that cannot move mails: one flag for Vigía, one visible to people. */
const processedKeyword = '$VigiaProcesado'
const processedFlags = [processedKeyword, String.raw`\Flagged`]

const connectTimeoutMs = 20_000

/** Keepalive check after this silence; the connection is given up after twice this time. */
const silenceTimeoutMs = 60_000

/** Polling interval of servers without IDLE; with IDLE, the interval at which it is renewed. */
const pollMs = 60_000

const idleAfterMs = 250

/**
 * Signs in and opens the mailbox. `onChange` is called when mails arrive and when the connection ends; aborting `signal`
 * closes the session.
 * @throws MailboxError
 */
export async function openMailSession(
  settings: MailboxSettings,
  onChange: () => void,
  signal: AbortSignal,
): Promise<MailSession> {
  // Loaded lazily: most instances read no mailbox, and the client takes 20 MB.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow(clientOptions(settings))
  const close = () => {
    client.close()
  }
  signal.addEventListener('abort', close, { once: true })
  const run = runWith(client, settings)
  client.on('exists', onChange)
  client.on('close', () => {
    signal.removeEventListener('abort', close)
    onChange()
  })
  try {
    if (signal.aborted) throw new MailboxError('CONNECTION_LOST', 'The gateway is stopping.')
    await run(() => client.connect())
    const { uidValidity } = await run(() => client.mailboxOpen([...settings.path]))
    return { uidValidity, ...readerOf(client, run), ...moverOf(client, run), close }
  } catch (error) {
    client.close()
    throw error
  }
}

function clientOptions({ host, port, tls, user, password }: MailboxSettings): ImapFlowOptions {
  return {
    host,
    port,
    secure: tls === 'always',
    ...(tls !== 'always' && { doSTARTTLS: tls === 'starttls' }),
    auth: { user, pass: password },
    clientInfo: { name: 'Vigia', version: false, vendor: false, 'support-url': false },
    // The client's own log would contain all traffic.
    logger: false,
    disableCompression: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    autoIdleDelay: idleAfterMs,
    maxIdleTime: pollMs,
    maxLiteralSize: 2 * maxMessageBytes,
    maxResponseSize: 4 * maxMessageBytes,
  }
}

type Run = <T>(work: () => Promise<T>) => Promise<T>

/** Runs commands. If one fails, or the connection ended meanwhile, throws a MailboxError with the original cause. */
function runWith(client: ImapFlow, settings: MailboxSettings): Run {
  let cause: unknown = null
  client.on('error', (error) => (cause ??= error))
  return async (work) => {
    try {
      const result = await work()
      // Some commands of the client return false if the connection is lost.
      if (!client.isClosed) return result
    } catch (error) {
      cause ??= error
      const failure = cause
      if (!client.isClosed) cause = null
      throw toMailboxError(failure, settings)
    }
    throw toMailboxError(cause ?? { code: 'NoConnection', reason: client.byeReason }, settings)
  }
}

/** The client returns false for a command that the server answered with NO or BAD. */
const refused = (what: string) => new MailboxError('SERVER_ERROR', `The server refused to ${what}.`)

const asUids = { uid: true } as const

function readerOf(client: ImapFlow, run: Run): Pick<MailSession, 'listUidsAfter' | 'readSizes' | 'readMail'> {
  return {
    async listUidsAfter(uid) {
      const query = { uid: `${uid + 1}:*`, unKeyword: processedKeyword }
      const found = await run(() => client.search(query, asUids))
      if (!Array.isArray(found)) throw refused('search the mailbox')
      // An IMAP range n:* includes the last mail even if its UID is lower.
      return found.filter((one) => one > uid).sort((one, other) => one - other)
    },
    async readSizes(uids) {
      const mails = await run(() => client.fetchAll(uids.join(','), { uid: true, size: true }, asUids))
      return new Map(mails.map((mail) => [mail.uid, mail.size ?? 0]))
    },
    async readMail(uid, maxBytes) {
      const mail = await run(() => client.fetchOne(String(uid), { source: { maxLength: maxBytes } }, asUids))
      return mail ? (mail.source ?? null) : null
    },
  }
}

function moverOf(client: ImapFlow, run: Run): Pick<MailSession, 'moveToProcessed' | 'flagAsProcessed'> {
  // Without UIDPLUS, EXPUNGE would also remove mails that others marked as deleted.
  let canMove = client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS')
  let hasFolder = false
  const tryMove = async (uids: readonly number[]) => {
    hasFolder ||= await createFolder(client, run)
    return hasFolder && Boolean(await run(() => client.messageMove(uids.join(','), processedFolder, asUids)))
  }
  return {
    async moveToProcessed(uids) {
      if (!canMove) return false
      if (await tryMove(uids)) return true
      // The folder may have been deleted meanwhile.
      hasFolder = false
      canMove = await tryMove(uids)
      return canMove
    },
    flagAsProcessed: (uids) =>
      run(() => client.messageFlagsAdd(uids.join(','), processedFlags, { ...asUids, silent: true })),
  }
}

/** Creates the folder of processed mails unless it exists. False if the server refuses. */
async function createFolder(client: ImapFlow, run: Run): Promise<boolean> {
  const existing = await run(() => client.status(processedFolder, { messages: true }).catch(() => false))
  if (existing) return true
  return run(() => client.mailboxCreate(processedFolder).then(Boolean, () => false))
}
