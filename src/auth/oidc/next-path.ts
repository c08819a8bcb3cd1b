/** Maximum bytes of a path in the JSON of the cookie. Base64 makes four bytes of three, and a cookie holds 4,096. */
const maxNextBytes = 2_000

/** A stand-in for our own origin, to resolve relative paths. */
const base = 'http://vigia.invalid'

/** The path to open after a sign-in: the requested one if it is a page of this service, `/` otherwise. */
export function safeNextPath(requested: unknown): string {
  if (typeof requested !== 'string' || !requested.startsWith('/')) return '/'
  if (!URL.canParse(requested, base)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, base)
  // Parsing removes dots, tabs and backslashes, which may leave a path that begins with two slashes: another host.
  const path = pathname + search + hash
  // Compared without case, because routes ignore the case of a path.
  if (origin !== base || /^\/(\/|auth\/)/i.test(pathname)) return '/'
  return Buffer.byteLength(JSON.stringify(path)) - '""'.length <= maxNextBytes ? path : '/'
}
