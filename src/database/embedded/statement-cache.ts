import { messages, type PGlite } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

/** Maximum statements that stay prepared: each takes some tens of kilobytes of the database's memory. */
export const maxStatements = 150

type Send = PGlite['execProtocolStream']
type Args = Parameters<Send>
type Answer = Awaited<ReturnType<Send>>

/** A prepared statement: its text with the types of its parameters, its name, and the description of both, once read. */
type Statement = { key: string; name: string; description: Answer | null }

/**
 * Keeps the statements of queries prepared, because PGlite parses and plans each query anew, which takes longer than
 * executing a small query. PGlite sends Parse, Describe, Bind, Describe, Execute and Sync one by one. If the statement
 * is already prepared, Parse and both Describe are answered here; Bind gets the statement's name and is sent together
 * with Execute and Sync. A statement that may change the schema discards all prepared statements.
 */
export function cacheStatements(pglite: PGlite): void {
  const send = pglite.execProtocolStream.bind(pglite)
  const statements = createStatements(send)
  pglite.execProtocolStream = (...args) => {
    const kind = kindOf(args[0])
    return kind === null ? send(...args) : statements[kind](...args)
  }
}

/** Answers the messages of one query after the other, whose statement is the current one; null if it is not prepared. */
function createStatements(send: Send) {
  const prepared = createPreparedStatements(send)
  let current: Statement | null = null
  // Sent with Execute and Sync, since each call takes longer than most messages. Null before Bind, and if it was sent.
  let heldBind: Uint8Array | null = null

  return {
    script(...args: Args): Promise<Answer> {
      heldBind = null
      return runScript(send, prepared, args)
    },
    async parse(...args: Args): Promise<Answer> {
      const key = textOf(args[0].subarray(nameAt + 1))
      const isData = isDataStatement.test(key)
      if (!isData && !isSetting.test(key)) prepared.clear()
      heldBind = null
      current = prepared.find(key)
      if (current) return []
      if (!isData) return send(...args)
      const { statement, answer } = await prepared.prepare(key, ...args)
      current = statement
      return answer
    },
    async describe(...[message, options]: Args): Promise<Answer> {
      if (!current) return send(message, options)
      const statement = current
      statement.description ??= await prepared.send(statement, describeMessage(statement.name), options)
      return message[nameAt] === portalTarget ? statement.description.filter(isOfRows) : statement.description
    },
    async bind(...[message, options]: Args): Promise<Answer> {
      if (!current) return send(message, options)
      heldBind = withName(message, nameAt + 1, current.name)
      return []
    },
    execute(...[message, options]: Args): Promise<Answer> {
      if (!current || !heldBind) return send(message, options)
      return prepared.send(current, Buffer.concat([heldBind, message, syncMessage]), options)
    },
    sync: async (...args: Args): Promise<Answer> => (heldBind ? [] : send(...args)),
  }
}

/** A rollback may undo changes of the schema, with which statements were prepared. So may a COMMIT after an error. */
async function runScript(send: Send, prepared: { clear: () => void }, args: Args): Promise<Answer> {
  if (mayChangeSchema.test(textOf(args[0].subarray(nameAt)))) prepared.clear()
  const answer = await send(...args)
  if (answer.some((message) => message instanceof messages.CommandCompleteMessage && message.text === 'ROLLBACK'))
    prepared.clear()
  return answer
}

/** Prepares statements under names, and closes those that were not used for the longest time. */
function createPreparedStatements(send: Send) {
  const discarded: string[] = []
  const statements = new LRUCache<string, Statement>({
    max: maxStatements,
    dispose: ({ name }) => void discarded.push(name),
  })
  let count = 0

  return {
    find: (key: string): Statement | null => statements.get(key) ?? null,
    async prepare(key: string, ...[message, options]: Args): Promise<{ statement: Statement; answer: Answer }> {
      for (const name of discarded.splice(0)) await send(closeMessage(name), options)
      const statement: Statement = { key, name: `s${(count += 1)}`, description: null }
      const answer = await send(withName(message, nameAt, statement.name), options)
      statements.set(key, statement)
      return { statement, answer }
    },
    /** Sends messages of a statement, which is forgotten if they fail: its plan may be of an older schema. */
    async send({ key }: Statement, ...args: Args): Promise<Answer> {
      try {
        return await send(...args)
      } catch (error) {
        statements.delete(key)
        throw error
      }
    },
    clear: (): void => {
      statements.clear()
    },
  }
}

// Source of all formats: "Message Formats" in the documentation of PostgreSQL. After the type and a length of four bytes
// come, each ended by a zero byte, the name of the statement in Parse, and those of the portal and the statement in Bind.
const nameAt = 5

const isDataStatement = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i

const isSetting = /^\s*SET\b/i

/** A script that may change tables or functions, or discards prepared statements itself. */
const mayChangeSchema = /\b(?:CREATE|ALTER|DROP|DO|DEALLOCATE|DISCARD\s+(?:ALL|PLANS))\b/i

type Kind = 'parse' | 'describe' | 'bind' | 'execute' | 'sync' | 'script'

/** The kind of a message; null for those that neither belong to a statement nor may change the schema. */
const kindOf = (message: Uint8Array): Kind | null => kinds[String.fromCharCode(message[0] ?? 0)] ?? null

const kinds: Readonly<Partial<Record<string, Kind>>> = {
  P: 'parse',
  D: 'describe',
  B: 'bind',
  E: 'execute',
  S: 'sync',
  Q: 'script',
}

/** Describe of a portal, not of a statement: it has no parameters, only rows. */
const portalTarget = 'P'.charCodeAt(0)
const isOfRows = ({ name }: Answer[number]) => name !== 'parameterDescription'

const textOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString('latin1')

/** A message with a name in place of the empty one at an offset. */
function withName(message: Uint8Array, at: number, name: string): Uint8Array {
  const named = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)])
  named.writeInt32BE(named.length - 1, 1)
  return named
}

/** The end of a query, after which PostgreSQL commits what is not in a transaction. */
const syncMessage = Buffer.from('S\0\0\0\x04', 'latin1')
const describeMessage = (name: string) => statementMessage('D', name)
const closeMessage = (name: string) => statementMessage('C', name)

/** A message of a type that concerns a prepared statement. */
function statementMessage(type: 'C' | 'D', name: string): Uint8Array {
  const message = Buffer.from(`${type}0000S${name}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
