import { isIP } from 'node:net'

/** How to open a mailbox over IMAP. */
export type MailboxSettings = {
  host: string
  port: number
  /** TLS from the first byte, or by STARTTLS before the sign-in; none only on this machine. */
  tls: 'always' | 'starttls' | 'none'
  user: string
  password: string
  /** The names of the mailbox from its root; the server's hierarchy delimiter joins them. */
  path: readonly string[]
}

const form =
  'must be a URL like imaps://user:password@mail.example.org/INBOX, with special characters in user and password percent-encoded'

const parts =
  /^(?<scheme>[a-z]+):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<host>\[[^\]]*\]|[^:@/[\]]*)(?::(?<port>[^/@]*))?(?<path>\/[^?#]*)?$/i

type Parts = Partial<Record<'scheme' | 'user' | 'password' | 'host' | 'port' | 'path', string>>

/**
 * Checks the URL of a mailbox. Returns null if it is valid, otherwise the rest of a sentence that begins with the name
 * of the setting and names every wrong part, without its text: any of them may be a piece of the password.
 */
export function checkMailboxUrl(text: string): string | null {
  const found = partsOf(text)
  if (!found) return form
  const problems = problemsOf(found)
  return problems.length === 0 ? null : `${form}: ${problems.join(', ')}`
}

const partsOf = (text: string): Parts | undefined => (/[\s\p{Cc}]/u.test(text) ? undefined : parts.exec(text)?.groups)

const problemsOf = ({ scheme, user, password, host, port, path }: Parts): string[] =>
  [
    /^imaps?$/i.test(scheme ?? '') ? '' : 'the scheme must be imaps or imap',
    checkCredential('the user', user),
    checkCredential('the password', password),
    isHost(host ?? '') ? '' : 'the host must be a name or an address',
    port === undefined || isPort(port) ? '' : 'the port must be a number from 1 to 65535',
    checkPath(path),
  ].filter((problem) => problem !== '')

function checkCredential(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return `${name} is missing`
  const decoded = decode(value)
  if (decoded === null) return `${name} has a % that is not followed by two hexadecimal digits of UTF-8`
  return /\p{Cc}/u.test(decoded) ? `${name} has a control character` : ''
}

function checkPath(path: string | undefined): string {
  if (path === undefined || path === '/') return ''
  const names = path.slice(1).split('/').map(decode)
  return names.every((name) => name !== null && name !== '' && !/\p{Cc}/u.test(name))
    ? ''
    : 'the mailbox must be names separated by slashes, like INBOX or Buzones/SINLI'
}

function isHost(host: string): boolean {
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(address) > 0) return (isIP(address) === 6) === host.startsWith('[')
  return URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host.toLowerCase()
}

const isPort = (port: string) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535

/** The settings in a URL that `checkMailboxUrl` accepts. Without a path it is the INBOX. */
export function readMailboxUrl(text: string): MailboxSettings {
  const { scheme, user, password, host = '', port, path } = partsOf(text) ?? {}
  const isTls = scheme?.toLowerCase() === 'imaps'
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return {
    host: address,
    port: Number(port ?? defaultPorts[isTls ? 'imaps' : 'imap']),
    tls: isTls ? 'always' : isLoopback(address) ? 'none' : 'starttls',
    user: decodeOrBlank(user),
    password: decodeOrBlank(password),
    path: namesIn(path),
  }
}

const defaultPorts = { imaps: 993, imap: 143 }

function namesIn(path: string | undefined): string[] {
  const names = (path ?? '').split('/').filter(Boolean)
  return names.length === 0 ? ['INBOX'] : names.map(decodeOrBlank)
}

const decodeOrBlank = (text: string | undefined) => decode(text ?? '') ?? ''

/** The name under which a mailbox is shown and stored, without the password. */
export const mailboxAddress = ({ user, host, path }: MailboxSettings): string => `${user}@${host}/${path.join('/')}`

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
