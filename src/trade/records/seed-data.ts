import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { putCustomers } from './batch/put-customers.ts'
import { putLibraries } from './batch/put-libraries.ts'

/** Code, name, city, province; all seed data is invented. */
const libraries = [
  ['EJ-001', 'Librería de ejemplo Aurora', 'Villaejemplo', 'Ejemplares'],
  ['EJ-002', 'Librería de ejemplo Brújula', 'Puerto Inventado', 'Ejemplares'],
  ['EJ-003', 'Librería de ejemplo Cálamo', 'Villaejemplo', 'Ejemplares'],
  ['EJ-004', 'Librería de ejemplo Ñandú', 'Sierra Imaginaria', 'Ficticia'],
  ['EJ-005', 'Librería de ejemplo El Pingüino', 'Sierra Imaginaria', 'Ficticia'],
  ['EJ-006', 'Librería de ejemplo Tinta', 'Valle Supuesto', 'Ficticia'],
] as const

/** Id, name, library they buy from, and reason for the lock. */
const customers = [
  ['ej-1', 'Ágata Ejemplo', 'EJ-001', null],
  ['ej-2', 'Benito Muestra', 'EJ-001', null],
  ['ej-3', 'Camila Ficción', 'EJ-002', 'Demasiados intentos de acceso'],
  ['ej-4', 'Darío Inventado', 'EJ-003', null],
  ['ej-5', 'Elena Supuesta', 'EJ-004', null],
  ['ej-6', 'Íñigo Figurado', 'EJ-005', 'Demasiados intentos de acceso'],
  ['ej-7', 'Nuria Hipotética', 'EJ-006', null],
  ['ej-8', 'Óscar Imaginario', null, null],
] as const

/** Adds seed data, a few invented libraries and customers, to a database without any; returns whether it did. */
export async function seedSampleData(db: RootDatabase, at: Date): Promise<boolean> {
  if ((await db.library.count()) > 0 || (await db.customer.count()) > 0) return false
  const givenLibraries = libraries.map(([code, name, city, province]) => {
    const email = `${code.toLowerCase()}@example.org`
    return { code, name, city, province, sinliId: null, email, updatedAt: at }
  })
  const givenCustomers = customers.map(([id, name, libraryCode, lockReason]) => {
    const lock = { lockReason, locked: lockReason !== null }
    return { id, name, libraryCode, ...lock, email: `${id}@example.org`, updatedAt: at }
  })
  await commit(db, (tx) => putLibraries(tx, givenLibraries, at))
  await commit(db, (tx) => putCustomers(tx, givenCustomers, { at }))
  return true
}
