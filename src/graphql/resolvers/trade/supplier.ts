import type { Resolvers } from '../../../generated/graphql.ts'
import { listMessages, placeOfMessage } from '../../../trade/inbound/message-queries.ts'
import { countSuppliers, findSupplier, listSuppliers } from '../../../trade/records/supplier-queries.ts'
import { connection, connectionBy, withTotal } from '../../connection.ts'

export const supplier = {
  Query: {
    suppliers: (_root, { search = null, ...page }, { db }) =>
      connection(page, async (limit, after) => {
        const list = await withTotal(listSuppliers(db, search, limit, after), () => countSuppliers(db, search))
        // Cursors in this list are SINLI ids.
        return { ...list, rows: list.rows.map((row) => ({ ...row, id: row.sinliId })) }
      }),
    supplier: (_root, { id }, { db }) => findSupplier(db, id),
  },
  Supplier: {
    id: ({ sinliId }) => sinliId,
    sinliMessages: ({ sinliId: party }, page, { db, loaders }) =>
      connectionBy(placeOfMessage, page, (limit, after) =>
        withTotal(
          after === null ? loaders.partyMessages.load({ party, limit }) : listMessages(db, { party }, limit, after),
          () => loaders.partyMessageCount.load(party).then((counted) => counted?.count ?? 0),
        ),
      ),
  },
} satisfies Resolvers
