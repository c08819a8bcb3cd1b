import { quote, type Checked } from './endpoint-declaration.ts'

/**
 * The paths of an operation including its server's path. `levels` are the `servers` of the operation, of its path item
 * and of the document: the first non-empty list applies; without any, the path is unchanged.
 */
export function resolveServers(levels: readonly unknown[], path: string): Checked<string[]> {
  const servers: unknown = levels.find((level) => Array.isArray(level) && level.length > 0)
  if (!Array.isArray(servers)) return { value: [path] }
  const resolved: string[] = []
  for (const server of servers) {
    const prefix = pathOfServer(server)
    if ('problem' in prefix) return prefix
    resolved.push(prefix.value + path)
  }
  return { value: resolved }
}

function pathOfServer(server: unknown): Checked<string> {
  const { url, variables } = Object(server) as { url?: unknown; variables?: unknown }
  if (typeof url !== 'string') return { problem: 'The "url" of a server must be a text.' }
  const resolved = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => defaultOf(variables, name) ?? whole)
  if (/[{}]/.test(resolved)) return { problem: `The server ${quote(url)} has a variable without a default.` }
  const base = 'http://localhost'
  if (!URL.canParse(resolved, base)) return { problem: `The server ${quote(url)} is not a URL.` }
  return { value: new URL(resolved, base).pathname.replace(/\/+$/, '') }
}

function defaultOf(variables: unknown, name: string): string | undefined {
  const own = Object(variables) as Record<string, unknown>
  const variable = Object.hasOwn(own, name) ? (Object(own[name]) as { default?: unknown }) : {}
  return typeof variable.default === 'string' ? variable.default : undefined
}
