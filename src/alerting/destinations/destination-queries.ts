import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'

/** A destination to display, with the integration whose health results from its deliveries. Secrets are never read. */
export const shownDestination = {
  omit: { secret: true, previousSecret: true },
  include: { subject: true },
} as const satisfies Prisma.DestinationDefaultArgs

/** A destination without its secrets. */
export type Destination = Prisma.DestinationGetPayload<typeof shownDestination>

/** All destinations, by name. */
export const listDestinations = (db: Database): Promise<Destination[]> =>
  db.destination.findMany({ orderBy: [{ name: 'asc' }, { id: 'asc' }], ...shownDestination })

/** The destinations with these ids that exist, in no particular order. */
export const findDestinations = (db: Database, ids: readonly string[]): Promise<Destination[]> =>
  db.destination.findMany({ where: { id: { in: [...ids] } }, ...shownDestination })

/**
 * A destination by its id.
 * @throws DomainError NOT_FOUND if there is none.
 */
export async function requireDestination(db: Database, id: string): Promise<Destination> {
  const [found] = await findDestinations(db, [id])
  if (!found) throw noSuchDestination(id)
  return found
}

export const noSuchDestination = (id: string): DomainError =>
  new DomainError('NOT_FOUND', { code: 'NO_DESTINATION', parameters: { id } })

/** The target of a destination as far as it may be shown. */
export const targetOf = ({ config }: Pick<Destination, 'config'>): string => (config as { shown: string }).shown
