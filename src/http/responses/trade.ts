import { z } from 'zod'
import { pageSchema, StateLabel } from './shared.ts'

/** REST representation of a library. */
export const Library = z
  .object({
    code: z.string().describe("The platform's own code for it."),
    name: z.string().describe('What it is called.'),
    sinliId: z.string().nullable().describe('Its id in SINLI; null where it takes no part.'),
    email: z.string().nullable().describe('Where it is written to; null where the platform told none.'),
    city: z.string().nullable().describe('Its city; null where the platform told none.'),
    province: z.string().nullable().describe('Its province; null where the platform told none.'),
    state: StateLabel.describe('The health of its operations, as last judged.'),
    stateSince: z.date().describe('Since when it is in this state.'),
    updatedAt: z.date().describe('As of when the platform told all this, its health aside.'),
  })
  .meta({
    id: 'Library',
    description: 'A bookshop of the platform with the state of its operations.',
    examples: [
      {
        code: 'EJ-001',
        name: 'Librería de ejemplo Aurora',
        sinliId: 'LIB00001',
        email: 'aurora@example.org',
        city: 'Villaejemplo',
        province: null,
        state: 'Operativo',
        stateSince: '2026-03-01T08:00:00.000Z',
        updatedAt: '2026-02-01T00:00:00.000Z',
      },
    ],
  })

/** REST representation of a customer. */
export const Customer = z
  .object({
    id: z.string().describe("The platform's own id for them."),
    name: z.string().describe('How they are called.'),
    email: z.string().describe('What they sign in with at the platform.'),
    libraryCode: z.string().nullable().describe('The code of the library they buy from; null where they have none.'),
    locked: z.boolean().describe('Whether nobody can sign in as them until the lock is lifted.'),
    lockReason: z.string().nullable().describe('Why they are locked; null where they are not, or none was told.'),
    lockedAt: z.date().nullable().describe('Since when they are locked; null where they are not.'),
    failures: z.int().describe('Failed sign-ins that are counted towards a lock; the fifth within 15 minutes locks.'),
    failuresSince: z
      .date()
      .nullable()
      .describe(
        'The first of the failures that are counted; without any, when the lock was last lifted, null where it never was.',
      ),
    updatedAt: z.date().describe('As of when this is known: what the platform tells from before does not count.'),
  })
  .meta({
    id: 'Customer',
    description: 'A customer of the platform with the lock of their login.',
    examples: [
      {
        id: 'ej-3',
        name: 'Camila Ficción',
        email: 'camila@example.org',
        libraryCode: 'EJ-002',
        locked: true,
        lockReason: '5 intentos de acceso fallidos en 15 minutos',
        lockedAt: '2026-03-01T09:30:00.000Z',
        failures: 5,
        failuresSince: '2026-03-01T09:20:00.000Z',
        updatedAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  })

/** A page of libraries. */
export const Libraries = pageSchema(Library, 'The libraries of this page, by code.').meta({
  id: 'LibraryPage',
  description: 'A page of libraries.',
})

/** A page of customers. */
export const Customers = pageSchema(Customer, 'The customers of this page, by id.').meta({
  id: 'CustomerPage',
  description: 'A page of customers.',
})
