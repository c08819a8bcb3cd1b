import type { MailboxSettings } from '../../lib/mailbox-url.ts'
import { storableText } from '../../lib/postgres-values.ts'
import { enumerations } from '../../generated/contract.ts'

/** Codes of the reasons why a mailbox cannot be read. */
export const mailboxErrorCodes = enumerations.SinliMailboxErrorCode

export type MailboxErrorCode = (typeof mailboxErrorCodes)[number]

/** The mailbox cannot be read. The message is for operators and never contains the password. */
export class MailboxError extends Error {
  readonly code: MailboxErrorCode

  constructor(code: MailboxErrorCode, message: string) {
    super(message)
    this.name = 'MailboxError'
    this.code = code
  }
}

/** The fields that may be present on errors of imapflow and of sockets. */
type ClientError = {
  message?: unknown
  code?: unknown
  reason?: unknown
  responseText?: unknown
  response?: unknown
  authenticationFailed?: unknown
  serverResponseCode?: unknown
  tlsFailed?: unknown
  mailboxMissing?: unknown
}

const sentences: Record<MailboxErrorCode, (where: string) => string> = {
  LOGIN_REFUSED: (where) => `${where} refused the user or the password`,
  NO_TLS: (where) => `${where} does not offer TLS (STARTTLS), without which the password is not sent`,
  CERTIFICATE: (where) => `TLS with ${where} failed, or its certificate could not be verified`,
  UNREACHABLE: (where) => `${where} cannot be reached`,
  TIMEOUT: (where) => `${where} did not answer in time`,
  MAILBOX_MISSING: (where) => `${where} has no such mailbox`,
  CONNECTION_LOST: (where) => `${where} closed the connection`,
  SERVER_ERROR: (where) => `${where} answered with an error`,
}

/** Explains an error of the IMAP client in a sentence, with the server's own words if there are any. */
export function toMailboxError(error: unknown, settings: MailboxSettings): MailboxError {
  if (error instanceof MailboxError) return error
  const detail = typeof error === 'object' && error !== null ? (error as ClientError) : { message: error }
  const code = codeOf(detail)
  const sentence = sentences[code](`${settings.host}:${settings.port}`)
  const words = withoutPassword(wordsOf(detail), settings)
  return new MailboxError(code, words === '' ? `${sentence}.` : `${sentence} (${words}).`)
}

/** Response codes of RFC 5530 with which a server says that it cannot sign in anybody for now. */
const serverTroubles = new Set<unknown>(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'])

function codeOf(error: ClientError): MailboxErrorCode {
  const { code, authenticationFailed, serverResponseCode, mailboxMissing, tlsFailed } = error
  if (authenticationFailed) return serverTroubles.has(serverResponseCode) ? 'SERVER_ERROR' : 'LOGIN_REFUSED'
  if (mailboxMissing) return 'MAILBOX_MISSING'
  const text = typeof code === 'string' ? code : ''
  return codes.find(([pattern]) => pattern.test(text))?.[1] ?? (tlsFailed ? 'NO_TLS' : 'SERVER_ERROR')
}

const codes: [RegExp, MailboxErrorCode][] = [
  [/CERT|SELF_SIGNED|VERIFY_LEAF|GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO/, 'CERTIFICATE'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'UNREACHABLE'],
  [/^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|ETIMEDOUT)$/, 'TIMEOUT'],
  [/^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect|ECONNRESET|EPIPE)/, 'CONNECTION_LOST'],
]

const maxWords = 200

/** The server's own words, else those of the system; blank if they only repeat the code. */
function wordsOf({ reason, responseText, response, message, code }: ClientError): string {
  const said = [reason, responseText, response].find((text) => typeof text === 'string' && text !== '')
  const words = said ?? (typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : message)
  return typeof words === 'string' && words !== 'Connection not available' ? words : ''
}

// Some servers echo the command, which may contain the password.
function withoutPassword(text: string, { user, password }: MailboxSettings): string {
  const forms = [
    password,
    encodeURIComponent(password),
    Buffer.from(password).toString('base64'),
    Buffer.from(`\0${user}\0${password}`).toString('base64'),
  ]
  const printable = text.replace(/\p{Cc}+/gu, ' ').trim()
  return storableText(
    forms.reduce((clean, form) => clean.replaceAll(form, '***'), printable),
    maxWords,
  )
}
