import { readdir, readFile } from 'node:fs/promises'

/** Trades of five documents each: 100,000 documents in total, with 4 lines in each but invoices. */
const trades = 20_000
const linesEach = 4
/** Delivery notes for one order, more than a chain shows. */
const notesOfLargest = 250

/** Ids of documents in chains of different sizes. */
export const chains = { 'five documents': 'PEDIDO-10', 'more than 200 documents': 'PEDIDO-0' }

/** Fills an empty, migrated database with invented trades of 500 shops and 20 suppliers */
export async function fillChains(run: (script: string) => Promise<unknown>): Promise<void> {
  for (const script of [...scripts(), await readBackfill(), 'ANALYZE']) await run(script)
}

const shop = `'LIB' || lpad((i % 500)::text, 5, '0')`
const supplier = `'LIB9' || lpad((i % 20)::text, 4, '0')`

const scripts = () => [
  ...['PEDIDO', 'ENVIO', 'FACTUL', 'DEVOLU', 'ABONO'].map((type) =>
    documents(type, `'${type}-' || i`, 'i', `generate_series(1, ${trades}) i`),
  ),
  documents('PEDIDO', `'PEDIDO-0'`, '0', 'generate_series(0, 0) i'),
  documents(
    'ENVIO',
    `'MANY-' || n`,
    `100000 + n`,
    `generate_series(1, ${notesOfLargest}) n, LATERAL (SELECT 0 AS i) zero`,
  ),
  `INSERT INTO "SinliLine" ("documentId", "position", "isbn", "title", "quantity", "fields")
     SELECT "id", p, '978840000000' || p, 'Un libro inventado ' || p, 3,
       jsonb_build_object('orderCode', "records"->>'trade', 'purchaseDocument', "records"->>'trade',
         'deliveryNoteNumber', "records"->>'trade', 'acceptsPending', 'S')
     FROM "SinliDocument", generate_series(1, ${linesEach}) p WHERE "type" <> 'FACTUL' OR p = 1`,
]

/** SQL that inserts documents and their messages; `records` keeps the number of the trade for the lines. */
function documents(type: string, id: string, number: string, from: string): string {
  const isOfShop = type === 'PEDIDO' || type === 'DEVOLU'
  const [sender, receiver] = isOfShop ? [shop, supplier] : [supplier, shop]
  return `
    INSERT INTO "InboundMessage" ("id", "receivedAt", "contentType", "raw", "status", "sender", "receiver", "document")
      SELECT ${id}, now() - i * interval '1 minute', 'text/plain', '', 'PROCESSED', ${sender}, ${receiver}, '${type}' FROM ${from};
    INSERT INTO "SinliDocument" ("id", "messageId", "identity", "type", "sender", "receiver", "number", "encoding", "header", "totals", "records")
      SELECT ${id}, ${id}, ${id}, '${type}', ${sender}, ${receiver}, (${number})::text || 'N', 'ascii',
        jsonb_build_object('returnReference', i || 'N'), '{}', jsonb_build_object('trade', i || 'N') FROM ${from}`
}

// The numbers are written as the migration writes those of documents stored before it.
async function readBackfill(): Promise<string> {
  const folder = new URL('../prisma/migrations/', import.meta.url)
  const name = (await readdir(folder)).find((one) => one.endsWith('document_references')) ?? ''
  const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
  return sql.slice(sql.indexOf('INSERT INTO "SinliNumber"'))
}
