import { BlockList, isIP } from 'node:net'
import pg from 'pg'
import proxyaddr from 'proxy-addr'
import { errorMessage } from './lib/errors.ts'

// Each check returns null for a valid value; otherwise the rest of a sentence that begins with the name of the setting.

const databaseUrlForm = 'must be a URL like postgresql://user@host:5432/database'

/** Checks a database URL with the driver, which also reads the certificates that it names. Does not connect. */
export function checkDatabaseUrl(text: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return databaseUrlForm
  try {
    const { port } = new pg.Client({ connectionString: text })
    return port >= 1 && port <= 65_535 ? null : `${databaseUrlForm}, with a port from 1 to 65535`
  } catch (error) {
    return `${databaseUrlForm} (${errorMessage(error)})`
  }
}

/** Checks an address or a host name. A name that looks like an address, such as 999.1.1.1, is invalid. */
export function checkHost(text: string): string | null {
  if (isIP(text) > 0) return null
  const url = `http://${text}`
  return !text.startsWith('[') && URL.canParse(url) && new URL(url).host === text.toLowerCase()
    ? null
    : 'must be an address or a name to listen on, like 127.0.0.1, :: or localhost'
}

/** Checks an origin: scheme, host and port, without a path. */
export function checkOrigin(text: string): string | null {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
    ? null
    : 'must be an origin like https://admin.example.org, without a path'
}

const maxProxies = 99

/** Checks a number of proxies, or a list that proxy-addr, which applies the setting, can compile. */
export function checkTrustProxy(text: string): string | null {
  const message = `must be a number of proxies up to ${maxProxies}, or addresses, ranges like 10.0.0.0/8 and the names loopback, linklocal and uniquelocal, separated by commas`
  if (/^\d+$/.test(text)) return Number(text) <= maxProxies ? null : message
  try {
    proxyaddr.compile(splitProxies(text))
    return null
  } catch (error) {
    return `${message} (${errorMessage(error)})`
  }
}

/** The value of Express's `trust proxy`. */
export const readTrustProxy = (text: string): string | number =>
  /^\d+$/.test(text) ? Number(text) : splitProxies(text).join(',')

/** Checks the issuer of an OpenID Connect provider: HTTPS, or HTTP on this machine. */
export function checkIssuer(text: string): string | null {
  return URL.canParse(text) && /^[^?#@]+$/.test(text) && isProtected(new URL(text))
    ? null
    : 'must be a URL like https://login.example.org/realm, without query; http is for this machine alone'
}

/** Whether requests to a URL are encrypted, or stay on this machine. */
const isProtected = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))

/** Checks the scopes of OpenID Connect: names separated by blanks, `openid` among them. */
export const checkScopes = (text: string): string | null =>
  /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text) && text.split(' ').includes('openid')
    ? null
    : 'must be names separated by blanks, openid among them'

const roleNames = ['admin', 'operador', 'lector'] as const

/** A role, and the values of the role claim that give it; `*` gives it to everybody. */
export type RoleMapping = { role: (typeof roleNames)[number]; values: readonly string[] }

/** Checks the mapping of claim values to roles. */
export function checkRoleMappings(text: string): string | null {
  const roles = readRoleMappings(text)
  const isValid =
    roles.every(({ role, values }) => roleNames.includes(role) && values.length > 0 && values.every(Boolean)) &&
    new Set(roles.map(({ role }) => role)).size === roles.length
  return isValid ? null : 'must be like admin=vigia-admins;operador=soporte,guardia;lector=*, each role once'
}

/** The mappings of roles, most permissions first, so that the first match wins for a person with several values. */
export function readRoleMappings(text: string): RoleMapping[] {
  const mappings = text.split(';').map((part) => {
    const [role = '', values = ''] = splitOnce(part, '=')
    return { role: role.trim() as RoleMapping['role'], values: values.split(',').map((value) => value.trim()) }
  })
  return mappings.sort((one, other) => roleNames.indexOf(one.role) - roleNames.indexOf(other.role))
}

/** Checks the URL of a mail server. nodemailer applies it, with its query. */
export const checkSmtpUrl = (text: string): string | null =>
  /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
    ? null
    : 'must be a URL like smtps://user:password@mail.example.org or smtp://mail.example.org:587'

/** Checks the sender of e-mails: an address, or a name and an address. */
export const checkSender = (text: string): string | null =>
  text.length <= 254 &&
  /^([^\p{C}<>"@,;]* <[^\s\p{C}<>@,;]+@[^\s\p{C}<>@,;]+>|[^\s\p{C}<>@,;]+@[^\s\p{C}<>@,;]+)$/u.test(text)
    ? null
    : 'must be an e-mail address, or a name and an address like Vigía <vigia@example.org>'

/** Checks a URL that this service calls. Its name is resolved, and its address checked, at each request. */
export const checkCalledUrl = (text: string): string | null =>
  /^https?:\/\/[^@#]+$/.test(text) && URL.canParse(text)
    ? null
    : 'must be a URL like https://monitor.example.org/ping, without user and fragment'

const traceIdPlace = '{traceId}'

/** Checks the address of a trace in another system: a URL with the place of the trace id, which is not in its host. */
export const checkTraceUrl = (text: string): string | null =>
  /^https?:\/\/[^@\s{}/?#]+[^@\s]*$/.test(text) && text.includes(traceIdPlace) && URL.canParse(text)
    ? null
    : 'must be a URL like https://tempo.example.org/trace/{traceId}, with {traceId} after the host'

/** Checks addresses and ranges separated by commas. */
export function checkRanges(text: string): string | null {
  try {
    readRanges(text)
    return null
  } catch {
    return 'must be addresses and ranges like 10.0.0.0/8 or fd00::/8, separated by commas'
  }
}

/** The addresses of a list that `checkRanges` accepts. */
export function readRanges(text: string): BlockList {
  const ranges = new BlockList()
  for (const part of text.split(',').map((range) => range.trim())) addRange(ranges, part)
  return ranges
}

function addRange(ranges: BlockList, range: string) {
  const [address = '', prefix] = splitOnce(range, '/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) throw new Error('not a range')
  ranges.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
}

const keyBytes = 32

/** Checks the key of the stored secrets. */
export const checkSecretsKey = (text: string): string | null =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) && readSecretsKey(text).length === keyBytes
    ? null
    : `must be ${keyBytes} bytes in base64, as openssl rand -base64 ${keyBytes} prints them`

/** The bytes of a key that `checkSecretsKey` accepts. */
export const readSecretsKey = (text: string): Buffer => Buffer.from(text, 'base64')

const splitOnce = (text: string, separator: string) => {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const splitProxies = (text: string) => text.split(',').map((part) => part.trim())
