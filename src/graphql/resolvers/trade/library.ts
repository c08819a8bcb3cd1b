import type { Resolvers } from '../../../generated/graphql.ts'
import { listMessages, placeOfMessage } from '../../../trade/inbound/message-queries.ts'
import {
  countLibraries,
  listLibraries,
  listOrderedLibraries,
  type Library,
} from '../../../trade/records/library-queries.ts'
import { connectionBy, orderOf, withTotal } from '../../connection.ts'
import type { Context } from '../../context.ts'
import type { LibraryNode } from '../../subject-node.ts'
import { health } from '../monitoring/health-fields.ts'

export const library = {
  Query: {
    libraries: (_root, { filter, orderBy, ...page }, { db }) =>
      connectionBy(placeOf, page, (limit, after) =>
        withTotal<PlacedLibrary>(
          orderBy
            ? listOrderedLibraries(db, { filter: filter ?? {}, order: orderOf(orderBy) }, limit, after)
            : listLibraries(db, filter ?? {}, limit, after),
          () => countLibraries(db, filter ?? {}),
        ),
      ),
    library: (_root, { id }, { loaders }) => loaders.library.load(id),
  },
  Library: {
    id: ({ key }) => key,
    ...health,
    sinliId: (node, _args, context) => detail(node, context, 'sinliId'),
    email: (node, _args, context) => detail(node, context, 'email'),
    city: (node, _args, context) => detail(node, context, 'city'),
    province: (node, _args, context) => detail(node, context, 'province'),
    updatedAt: (node, _args, context) => detail(node, context, 'updatedAt'),
    sinliMessages: ({ key: libraryCode }, page, { db, loaders }) =>
      connectionBy(placeOfMessage, page, (limit, after) =>
        withTotal(
          after === null
            ? loaders.libraryMessages.load({ libraryCode, limit })
            : listMessages(db, { libraryCode }, limit, after),
          () => loaders.libraryMessageCount.load(libraryCode).then((counted) => counted?.count ?? 0),
        ),
      ),
  },
} satisfies Resolvers

type PlacedLibrary = Library & { place?: string }

const placeOf = ({ code, place }: PlacedLibrary) => place ?? code

/** Returns a column of a library. The subject of an incident has no such columns, so the loader reads the library. */
const detail = <Field extends keyof Library>(node: LibraryNode, { loaders }: Context, field: Field) =>
  'code' in node
    ? node[field]
    : loaders.library.load(node.key).then((library) => requireFound(library, node.key)[field])

function requireFound(library: Library | null, code: string): Library {
  if (!library) throw new Error(`The subject of library ${code} has no library.`)
  return library
}
