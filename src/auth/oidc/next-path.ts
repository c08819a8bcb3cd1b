const maxNextLength = 2_000

/** Stands for our own origin, which does not matter here. */
const base = 'http://vigia.invalid'

/** The path to open after a sign-in: the requested one if it is a page of this service, `/` otherwise. */
export function safeNextPath(requested: unknown): string {
  if (typeof requested !== 'string' || requested.length > maxNextLength || !requested.startsWith('/')) return '/'
  if (!URL.canParse(requested, base)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, base)
  // Parsing removes dots, tabs and backslashes, which may leave a path that begins with two slashes: another host.
  return origin === base && !/^\/(\/|auth\/)/.test(pathname) ? pathname + search + hash : '/'
}
