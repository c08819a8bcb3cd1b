/** Bytes of a path in the JSON of the cookie, which takes four bytes for three of them and holds 4,096. */
const maxNextBytes = 2_000

/** Stands for our own origin, which does not matter here. */
const base = 'http://vigia.invalid'

/** The path to open after a sign-in: the requested one if it is a page of this service, `/` otherwise. */
export function safeNextPath(requested: unknown): string {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return '/'
  if (!URL.canParse(requested, base)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, base)
  // Parsing removes dots, tabs and backslashes, which may leave a path that begins with two slashes: another host.
  const path = pathname + search + hash
  // Routes ignore the case of a path.
  if (origin !== base || /^\/(\/|auth\/)/i.test(pathname)) return '/'
  return Buffer.byteLength(JSON.stringify(path)) - '""'.length <= maxNextBytes ? path : '/'
}
