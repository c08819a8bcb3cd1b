import type { Database } from '../database/database.ts'
import type { Area, State } from '../generated/prisma/client.ts'

export type { Area }

/** The eight areas of the source document, by id, in its order. */
export const areas = {
  autenticacion: 'Autenticación',
  clientes: 'Clientes',
  inventario: 'Inventario',
  notificaciones: 'Notificaciones',
  correo: 'Correo',
  sinli: 'SINLI',
  contabilidad: 'Contabilidad',
  busqueda: 'Búsqueda',
} as const

export type Areas = typeof areas

/** States from worst to least informative: Desconocido is last, since no data says less than Operativo. */
export const worstFirst = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const satisfies readonly State[]

/** The state of a group: that of its worst member, Desconocido if empty. */
export const worstState = (states: readonly State[]): State =>
  worstFirst.find((state) => states.includes(state)) ?? 'DESCONOCIDO'

/** The count of each state, worst first, zeros included. */
export const countStates = (states: readonly State[]): { state: State; count: number }[] =>
  worstFirst.map((state) => ({ state, count: states.filter((other) => other === state).length }))

/** The areas in the inventory's order. */
export const listAreas = (db: Database): Promise<Area[]> => db.area.findMany({ orderBy: { position: 'asc' } })
