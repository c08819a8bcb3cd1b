import type { ImapFlow, ImapFlowOptions, Logger, SearchObject } from 'imapflow'
import type { MailboxSettings } from '../../lib/mailbox-url.ts'
import { maxMessageBytes } from '../inbound/unpack-message.ts'
import { MailboxError, toMailboxError } from './mailbox-error.ts'

/** An open mailbox. Every function throws MailboxError if the server refuses or the connection is lost. */
export type MailSession = {
  /** A UID from another session means the same mail only if this number is the same. */
  uidValidity: bigint
  /** The UIDs above `uid` of mails that are not flagged as processed, ascending. */
  listUidsAfter: (uid: number) => Promise<number[]>
  /**
   * At most `maxBytes` bytes of a mail from `start` on, and its size as stated by the server; null if it is gone.
   * `patience`, up to 1, is the part of `pieceMs` that it may take.
   */
  readPiece: (uid: number, range: { start: number; maxBytes: number; patience: number }) => Promise<Piece | null>
  /** Moves mails to the folder of processed mails, which is created first if it does not exist. */
  moveToProcessed: (uids: readonly number[]) => Promise<Outcome>
  /** Flags mails as processed. */
  flagAsProcessed: (uids: readonly number[]) => Promise<Outcome>
  /** Whether the connection still exists. */
  isOpen: () => boolean
  close: () => void
}

/** The outcome of a command. After `refused` the command may succeed later; after `impossible` it never does. */
type Outcome = 'done' | 'refused' | 'impossible'

type Piece = { bytes: Buffer; size: number }

/** The folder that mails are moved to, from the root of the user's mailboxes. */
const processedFolder = ['Vigia', 'Procesados']

/** Flags processed mails on servers that cannot move mails: one flag for Vigía, one visible to people. */
const processedKeyword = '$VigiaProcesado'
const processedFlags = [processedKeyword, String.raw`\Flagged`]

/** How long a server may take, in milliseconds. */
export type SessionLimits = {
  /** Limit for accepting a connection and greeting. */
  connectMs: number
  /** Maximum silence while a command runs. Without a command, a keepalive check is sent after this silence. */
  silenceMs: number
  /** Limit for a whole command, even if the server sends other data meanwhile. */
  commandMs: number
  /** Limit for sending a piece of a mail. */
  pieceMs: number
}

export const sessionLimits: SessionLimits = {
  connectMs: 20_000,
  silenceMs: 60_000,
  commandMs: 300_000,
  pieceMs: 40_000,
}

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
  limits = sessionLimits,
): Promise<MailSession> {
  // Loaded lazily: most instances read no mailbox, and the client takes 20 MB.
  const { ImapFlow } = await import('imapflow')
  const refusal: Refusal = { code: null }
  const client = new ImapFlow({ ...clientOptions(settings, limits), logger: noteRefusals(refusal) })
  const close = () => {
    client.close()
  }
  signal.addEventListener('abort', close, { once: true })
  const runChecked = runWith(client, settings)
  const run: Run = (work) => runChecked(() => within(client, limits.commandMs, work))
  const runPiece: RunPiece = (patience, work) => runChecked(() => within(client, limits.pieceMs * patience, work))
  client.on('exists', onChange)
  client.on('close', () => {
    signal.removeEventListener('abort', close)
    onChange()
  })
  try {
    if (signal.aborted) throw new MailboxError('CONNECTION_LOST', 'The gateway is stopping.')
    await run(() => client.connect())
    const { uidValidity } = await run(() => client.mailboxOpen([...settings.path]))
    const isOpen = () => !client.isClosed
    return { uidValidity, ...readerOf(client, run, runPiece), ...moverOf(client, run, refusal), isOpen, close }
  } catch (error) {
    client.close()
    throw error
  }
}

function clientOptions(
  { host, port, tls, user, password }: MailboxSettings,
  { connectMs, silenceMs }: SessionLimits,
): ImapFlowOptions {
  return {
    host,
    port,
    secure: tls === 'always',
    ...(tls !== 'always' && { doSTARTTLS: tls === 'starttls' }),
    auth: { user, pass: password },
    clientInfo: { name: 'Vigia', version: false, vendor: false, 'support-url': false },
    disableCompression: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    autoIdleDelay: idleAfterMs,
    maxIdleTime: pollMs,
    maxLiteralSize: 2 * maxMessageBytes,
    maxResponseSize: 4 * maxMessageBytes,
  }
}

type Run = <T>(work: () => Promise<T>) => Promise<T>
type RunPiece = <T>(patience: number, work: () => Promise<T>) => Promise<T>

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

/** Closes the connection if work takes too long. */
async function within<T>(client: ImapFlow, limitMs: number, work: () => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(Object.assign(new Error('The answer did not come in time.'), { code: 'ETIMEDOUT' }))
    client.close()
  }, limitMs)
  try {
    return await work()
  } catch (error) {
    late.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The client returns false for a command that the server answered with NO or BAD. */
export const refused = (what: string) => new MailboxError('SERVER_ERROR', `The server refused to ${what}.`)

const asUids = { uid: true } as const

function readerOf(client: ImapFlow, run: Run, runPiece: RunPiece): Pick<MailSession, 'listUidsAfter' | 'readPiece'> {
  const search = async (query: SearchObject) => {
    const found = await run(() => client.search(query, asUids))
    if (!Array.isArray(found)) throw refused('search the mailbox')
    return found
  }
  return {
    async listUidsAfter(uid) {
      const found = await search({ uid: `${uid + 1}:*`, unKeyword: processedKeyword })
      // An IMAP range n:* includes the last mail even if its UID is lower.
      return found.filter((one) => one > uid).sort((one, other) => one - other)
    },
    async readPiece(uid, { start, maxBytes, patience }) {
      const query = { uid: true, size: true, source: { start, maxLength: maxBytes } }
      const answers = await runPiece(patience, () => client.fetchAll(String(uid), query, asUids))
      // The server may also have reported changes of other mails, or of the flags of this one.
      const { source, size = 0 } = answers.find((mail) => mail.uid === uid && mail.source) ?? {}
      if (source && (source.length > 0 || start >= size)) return { bytes: source, size }
      // An answer without the mail does not mean that the mail is gone: search for it.
      if ((await search({ uid: String(uid) })).includes(uid)) throw refused('send a mail')
      return null
    },
  }
}

/** The response code (RFC 5530) of the last refused command, if it had one. */
type Refusal = { code: string | null }

/**
 * A logger for the client that keeps the code of the last refusal: some commands return false when the server refuses
 * them, and only log the response. The rest of the log is dropped, because it contains all traffic.
 */
function noteRefusals(refusal: Refusal): Logger {
  const ignore = () => undefined
  return {
    ...{ debug: ignore, info: ignore, error: ignore },
    warn({ err }: { err?: { serverResponseCode?: string } }) {
      refusal.code = err?.serverResponseCode ?? null
    },
  }
}

/** Codes of refusals that last until somebody changes access rights; refusals with other codes may pass. */
const lastingCodes = new Set<string | null>(['CANNOT', 'NOPERM'])

function moverOf(
  client: ImapFlow,
  run: Run,
  refusal: Refusal,
): Pick<MailSession, 'moveToProcessed' | 'flagAsProcessed'> {
  // Without UIDPLUS, EXPUNGE would also remove mails that others marked as deleted.
  const canMove = client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS')
  let hasFolder = false
  const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> => {
    refusal.code = null
    if (await run(() => work().catch(() => false))) return 'done'
    return lastingCodes.has(refusal.code) ? 'impossible' : 'refused'
  }
  const tryMove = async (uids: readonly number[]): Promise<Outcome> => {
    const folder = hasFolder ? 'done' : await ensureFolder(client, outcomeOf)
    hasFolder = folder === 'done'
    return hasFolder ? outcomeOf(() => client.messageMove(uids.join(','), processedFolder, asUids)) : folder
  }
  return {
    async moveToProcessed(uids) {
      if (!canMove) return 'impossible'
      const hadFolder = hasFolder
      const outcome = await tryMove(uids)
      if (outcome === 'done' || !hadFolder) return outcome
      // The folder may have been deleted meanwhile.
      hasFolder = false
      return tryMove(uids)
    },
    async flagAsProcessed(uids) {
      if (!canFlag(client)) return 'impossible'
      return outcomeOf(() => client.messageFlagsAdd(uids.join(','), processedFlags, { ...asUids, silent: true }))
    },
  }
}

/** Creates the folder of processed mails unless it exists. */
async function ensureFolder(
  client: ImapFlow,
  outcomeOf: (work: () => Promise<unknown>) => Promise<Outcome>,
): Promise<Outcome> {
  const existing = await outcomeOf(() => client.status(processedFolder, { messages: true }))
  return existing === 'done' ? existing : outcomeOf(() => client.mailboxCreate(processedFolder))
}

function canFlag({ mailbox }: ImapFlow): boolean {
  const { readOnly, permanentFlags } = mailbox || {}
  if (readOnly) return false
  return !permanentFlags || [String.raw`\*`, ...processedFlags].some((flag) => permanentFlags.has(flag))
}
