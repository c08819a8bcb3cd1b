import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * Counts the statements sent to either kind of database during some work, or only those that contain `table`. Excludes
 * what the service asks by itself from time to time.
 */
export async function statementsOf(work: () => Promise<unknown>, table = ''): Promise<number> {
  let count = 0
  const tell = (text: string) => {
    if (text.includes(table)) count += 1
  }
  const stopCounting = [pg.Client.prototype, PGlite.prototype].map((driver) => watch(driver, tell))
  try {
    await work()
  } finally {
    for (const stop of stopCounting) stop()
  }
  return count
}

/**
 * Wraps `query` so that each call also calls `tell` with the statement and the client. Returns a function that restores
 * it.
 */
function watch(driver: object, tell: (text: string, asked: object) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(driver, 'query')
  const query = Reflect.get(driver, 'query') as (...args: unknown[]) => unknown
  Object.defineProperty(driver, 'query', {
    configurable: true,
    writable: true,
    value(this: object, ...args: unknown[]) {
      const text = textOf(args[0])
      if (!periodic.test(text)) tell(text, this)
      return query.apply(this, args)
    },
  })
  return () => {
    if (own) Object.defineProperty(driver, 'query', own)
    else Reflect.deleteProperty(driver, 'query')
  }
}

/**
 * Statements that follow the time of the machine, not that of the test: the inbound queue finds its oldest message and
 * locks its processing, and the embedded database looks for tables to vacuum.
 */
const periodic = /ORDER BY "sequence"|pg_try_advisory_lock|pg_stat_user_tables|^VACUUM/

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''))

/** The statements of each transaction committed during some work, in order, without BEGIN and COMMIT. */
export async function transactionsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const transactions: string[][] = []
  const stops = [watchServer(transactions), watchEmbedded(transactions)]
  try {
    await work()
  } finally {
    for (const stop of stops) stop()
  }
  return transactions
}

/** On a server, a transaction is everything a connection sends between BEGIN and COMMIT. */
function watchServer(transactions: string[][]): () => void {
  const open = new WeakMap<object, string[]>()
  return watch(pg.Client.prototype, (text, client) => {
    const statements = open.get(client)
    if (/^begin/i.test(text)) open.set(client, [])
    else if (/^(commit|rollback)\b(?! to)/i.test(text)) {
      open.delete(client)
      if (statements && /^commit/i.test(text)) transactions.push(statements)
    } else statements?.push(text)
  })
}

type Asked = { query: (...args: unknown[]) => Promise<unknown> }
type Transaction = (work: (tx: Asked) => Promise<unknown>) => Promise<unknown>

/** The embedded database passes a separate object to each transaction. */
function watchEmbedded(transactions: string[][]): () => void {
  const own = Object.getOwnPropertyDescriptor(PGlite.prototype, 'transaction')
  const begin = Reflect.get(PGlite.prototype, 'transaction') as Transaction
  Object.defineProperty(PGlite.prototype, 'transaction', {
    configurable: true,
    writable: true,
    async value(this: PGlite, work: (tx: Asked) => Promise<unknown>) {
      const statements: string[] = []
      const result = await begin.call(this, (tx) => {
        const query = tx.query.bind(tx)
        tx.query = (...args) => {
          statements.push(textOf(args[0]))
          return query(...args)
        }
        return work(tx)
      })
      transactions.push(statements)
      return result
    },
  })
  return () => {
    if (own) Object.defineProperty(PGlite.prototype, 'transaction', own)
    else Reflect.deleteProperty(PGlite.prototype, 'transaction')
  }
}
