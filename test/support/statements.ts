import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * Counts the statements that reach the database, whichever it is, while some work is done; but not what the queue asks
 * for by itself now and then.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const stopCounting = [pg.Client.prototype, PGlite.prototype].map((driver) => watch(driver, () => (count += 1)))
  try {
    await work()
  } finally {
    for (const stop of stopCounting) stop()
  }
  return count
}

/** Tells of each call of `query`, which does what it did. Returns the way to stop. */
function watch(driver: object, tell: () => void): () => void {
  const own = Object.getOwnPropertyDescriptor(driver, 'query')
  const query = Reflect.get(driver, 'query') as (...args: unknown[]) => unknown
  Object.defineProperty(driver, 'query', {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      if (!textOf(args[0]).includes('pgboss')) tell()
      return query.apply(this, args)
    },
  })
  return () => {
    if (own) Object.defineProperty(driver, 'query', own)
    else Reflect.deleteProperty(driver, 'query')
  }
}

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''))
