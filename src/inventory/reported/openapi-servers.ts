import { cutText } from '../../messages/catalogue.ts'
import type { Checked } from '../read-route.ts'
import { isInBackOffice } from './endpoint-declaration.ts'

/**
 * The paths of an operation including its server's path. `levels` are the `servers` of the operation, of its path item
 * and of the document: the first non-empty list applies; without any, the path is unchanged. Of the servers beside the
 * first one, only those count that can make it a path of the back office.
 */
export function resolveServers(levels: readonly unknown[], path: string): Checked<string[]> {
  const servers: unknown = levels.find((level) => Array.isArray(level) && level.length > 0)
  if (!Array.isArray(servers)) return { value: [path] }
  const prefixes = prefixesOf.get(servers) ?? readPrefixes(servers)
  prefixesOf.set(servers, prefixes)
  return 'problem' in prefixes ? prefixes : { value: prefixes.value.map((prefix) => prefix + path) }
}

/** The prefixes of lists of servers: each is read once, however many operations it applies to. */
const prefixesOf = new WeakMap<readonly unknown[], Checked<string[]>>()

function readPrefixes(servers: readonly unknown[]): Checked<string[]> {
  const prefixes: string[] = []
  for (const server of servers) {
    const prefix = pathOfServer(server)
    if ('problem' in prefix) return prefix
    prefixes.push(prefix.value)
  }
  const inside = prefixes.find((prefix) => isInBackOffice(`${prefix}/`))
  return { value: [...new Set(prefixes)].filter((one, index) => index === 0 || one === inside || outer.has(one)) }
}

/** The prefixes with which it depends on the path whether it is one of the back office. */
const outer: ReadonlySet<string> = new Set(['', '/api'])

function pathOfServer(entry: unknown): Checked<string> {
  const { url, variables } = Object(entry) as { url?: unknown; variables?: unknown }
  if (typeof url !== 'string') return { problem: { code: 'SERVER_WITHOUT_URL', parameters: {} } }
  const server = cutText(url)
  const resolved = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => defaultOf(variables, name) ?? whole)
  if (/[{}]/.test(resolved)) return { problem: { code: 'SERVER_VARIABLE_UNKNOWN', parameters: { server } } }
  const base = 'http://localhost'
  if (!URL.canParse(resolved, base)) return { problem: { code: 'SERVER_INVALID', parameters: { server } } }
  return { value: new URL(resolved, base).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '') }
}

function defaultOf(variables: unknown, name: string): string | undefined {
  const own = Object(variables) as Record<string, unknown>
  const variable = Object.hasOwn(own, name) ? (Object(own[name]) as { default?: unknown }) : {}
  return typeof variable.default === 'string' ? variable.default : undefined
}
