import DataLoader from 'dataloader'
import type { RootDatabase } from '../database/database.ts'
import { listEndpointsInAreas } from '../inventory/endpoints.ts'
import { listHistories, listTransitions, type HistoryKey, type HistoryPoint } from '../monitoring/history.ts'
import {
  findIncidents,
  findOpenIncidents,
  listOpenIncidents,
  listTimelines,
} from '../monitoring/incidents/incident-queries.ts'

/** Every batched read the resolvers may make, one line each. */
export const createLoaders = (db: RootDatabase, options: Options) => ({
  endpointsInArea: loadMany(
    (ids: readonly string[]) => listEndpointsInAreas(db, ids),
    (endpoint) => endpoint.areaId,
    options,
  ),
  incident: loadOne(
    (ids: readonly string[]) => findIncidents(db, ids),
    (incident) => incident.id,
    options,
  ),
  openIncident: loadOne(
    (ids: readonly number[]) => findOpenIncidents(db, ids),
    (incident) => incident.subjectId,
    options,
  ),
  openIncidents: loadMany(
    (ids: readonly string[]) => listOpenIncidents(db, ids),
    (incident) => `${incident.kind}-${incident.severity}`,
    options,
  ),
  timeline: loadMany(
    (ids: readonly string[]) => listTimelines(db, ids),
    (entry) => entry.incidentId,
    options,
  ),
  transitions: loadMany(
    (ids: readonly number[]) => listTransitions(db, ids),
    (transition) => transition.subjectId,
    options,
  ),
  history: new DataLoader<HistoryKey, HistoryPoint[], string>(
    async (keys) => {
      const histories = await listHistories(db, keys)
      return keys.map((key) => histories.find((history) => nameOf(history) === nameOf(key))?.points ?? [])
    },
    { ...options, cacheKeyFn: nameOf },
  ),
})

export type Loaders = ReturnType<typeof createLoaders>

type Options = { cache: boolean }

const nameOf = ({ subjectId, window }: { subjectId: number; window: string }) => `${subjectId} ${window}`

function loadOne<Key, Row>(
  fetch: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  options: Options,
) {
  return new DataLoader<Key, Row | null>(async (keys) => {
    const rows = new Map((await fetch(keys)).map((row) => [keyOf(row), row]))
    return keys.map((key) => rows.get(key) ?? null)
  }, options)
}

function loadMany<Key, Row>(
  fetch: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key | null,
  options: Options,
) {
  return new DataLoader<Key, Row[]>(async (keys) => {
    const rows = await fetch(keys)
    return keys.map((key) => rows.filter((row) => keyOf(row) === key))
  }, options)
}
