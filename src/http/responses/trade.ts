import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { pageSchema, StateLabel, timerFields } from './shared.ts'

/** REST representation of a library. */
export const Library = z
  .object({
    code: z.string().describe('Code of the library on the platform.'),
    ...fieldsOf('Library', { name: true, sinliId: true, email: true, city: true, province: true }),
    state: StateLabel.describe('Current state of its operations.'),
    ...fieldsOf('Library', { stateSince: true }),
    ...timerFields,
    updatedAt: z.date().describe("Time of the platform's last report, without the state."),
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
        lastSampleAt: '2026-03-01T09:29:50.000Z',
        pending: null,
        recovering: null,
        updatedAt: '2026-02-01T00:00:00.000Z',
      },
    ],
  })

/** REST representation of a customer. */
export const Customer = z
  .object({
    id: z.string().describe('Identifier of the customer on the platform.'),
    ...fieldsOf('Customer', { name: true }),
    email: z.string().describe('E-mail address to sign in with on the platform.'),
    libraryCode: z.string().nullable().describe('Code of the library of the customer; null if there is none.'),
    ...fieldsOf('Customer', { locked: true }),
    lockReason: z
      .string()
      .nullable()
      .describe('Reason for the lock; null if the login is not locked, or none was given.'),
    ...fieldsOf('Customer', { lockedAt: true }),
    failures: z
      .int()
      .describe('Number of failed sign-ins that count towards a lock; the fifth within 15 minutes locks the login.'),
    failuresSince: z
      .date()
      .nullable()
      .describe(
        'Time of the first failed sign-in that counts or, if there is none, when the lock was last lifted; null ' +
          'if it never was.',
      ),
    unlockedAt: z.date().nullable().describe('Time when the lock was last lifted; null if it never was.'),
    unlockReadAt: z
      .date()
      .nullable()
      .describe(
        'Time when the platform first read, or itself reported, that the lock was lifted at `unlockedAt`; null ' +
          'before that.',
      ),
    platformLocked: z.boolean().describe('Whether the platform last reported the login as locked.'),
    updatedAt: z.date().describe('Time of the data: older reports of the platform are ignored.'),
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
        unlockedAt: '2026-02-03T10:00:00.000Z',
        unlockReadAt: '2026-02-03T10:02:00.000Z',
        platformLocked: false,
        updatedAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  })

/** A page of libraries. */
export const Libraries = pageSchema(Library, 'The libraries of this page, by code.').meta({
  id: 'LibraryPage',
  description: descriptionOf('LibraryConnection'),
})

/** A page of customers. */
export const Customers = pageSchema(Customer, 'The customers of this page, by ID.').meta({
  id: 'CustomerPage',
  description: descriptionOf('CustomerConnection'),
})
