import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * Counts the statements that reach the database, whichever it is, while some work is done, or those that name a table; but
 * not what the queue asks for by itself now and then.
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

/** Tells of each call of `query`, with the text and whose it is; it does what it did. Returns the way to stop. */
function watch(driver: object, tell: (text: string, asked: object) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(driver, 'query')
  const query = Reflect.get(driver, 'query') as (...args: unknown[]) => unknown
  Object.defineProperty(driver, 'query', {
    configurable: true,
    writable: true,
    value(this: object, ...args: unknown[]) {
      const text = textOf(args[0])
      if (!ofQueue.test(text)) tell(text, this)
      return query.apply(this, args)
    },
  })
  return () => {
    if (own) Object.defineProperty(driver, 'query', own)
    else Reflect.deleteProperty(driver, 'query')
  }
}

/** What the inbound queue asks now and then: which message is the oldest, and whether this instance processes it. */
const ofQueue = /ORDER BY "sequence"|pg_try_advisory_lock/

const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''))

/**
 * The statements of each transaction that is carried through while some work is done, in the order in which the database is
 * asked; without those that begin and end it.
 */
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

/** On a server a transaction is whatever a connection is asked between BEGIN and COMMIT. */
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

/** The embedded database hands out an object of its own for each transaction. */
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
