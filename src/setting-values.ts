import { isIP } from 'node:net'
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

const mostProxies = 99

/** Checks a number of proxies, or a list that proxy-addr, which applies the setting, can compile. */
export function checkTrustProxy(text: string): string | null {
  const wrong = `must be a number of proxies up to ${mostProxies}, or addresses, ranges like 10.0.0.0/8 and the names loopback, linklocal and uniquelocal, separated by commas`
  if (/^\d+$/.test(text)) return Number(text) <= mostProxies ? null : wrong
  try {
    proxyaddr.compile(splitProxies(text))
    return null
  } catch (error) {
    return `${wrong} (${errorMessage(error)})`
  }
}

/** The value of Express's `trust proxy`. */
export const readTrustProxy = (text: string): string | number =>
  /^\d+$/.test(text) ? Number(text) : splitProxies(text).join(',')

const splitProxies = (text: string) => text.split(',').map((part) => part.trim())
