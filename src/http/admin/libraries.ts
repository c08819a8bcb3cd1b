import { z } from 'zod'
import { DomainError } from '../../lib/errors.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { findLibraries, listLibraries, type Library } from '../../trade/records/library-queries.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { findTimerBodies, type TimerBodies } from '../fields/timer-bodies.ts'
import type { Deps } from '../deps.ts'
import { listPage } from '../list-page.ts'
import { bodyOf } from '../responses/body-of.ts'
import { Libraries, Library as LibraryBody } from '../responses/trade.ts'
import { paging, State, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Query = z.strictObject({
  q: text(100, 0).optional().describe(descriptionOf('LibraryFilter.search')),
  state: State().optional().describe(descriptionOf('LibraryFilter.state')),
  ...paging,
})

const Params = z.object({ code: text(64).describe('Code of the library on the platform.') })

/** The routes that list libraries and read one. */
export const libraries = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/libraries/',
      areaId: 'clientes',
      authRequired: true,
      critical: true,
      probe: true,
      may: 'read:Library',
      operationId: 'listLibraries',
      tag: 'Trade',
      summary: 'List libraries',
      description: 'Bookshops of the platform with the state of their operations, by code.',
      query: Query,
      answers: { 200: { description: descriptionOf('LibraryConnection'), schema: Libraries } },
    },
    async ({ query: { q, state, ...page } }, { db, summaryOf }) => {
      const { items, nextCursor } = await listPage(
        page,
        (limit, after) => listLibraries(db, { search: q ?? null, state: state ?? null }, limit, after),
        ({ code }) => code,
      )
      return { items: await libraryBodies({ db, summaryOf }, items), nextCursor }
    },
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/libraries/:code/',
      inventory: false,
      may: 'read:Library',
      operationId: 'readLibrary',
      tag: 'Trade',
      summary: 'Get a library',
      description: 'A bookshop of the platform with the state of its operations.',
      params: Params,
      answers: { 200: { description: 'The library.', schema: LibraryBody } },
      refusals: { 404: 'There is no such library.' },
    },
    async ({ params: { code } }, { db, summaryOf }) => {
      const [library] = await findLibraries(db, [code])
      if (!library)
        throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT_NAMED', parameters: { kind: 'LIBRERIAS', id: code } })
      return libraryBody({ db, summaryOf }, library)
    },
  ),
]

/** The REST representations of libraries: their states are labels. */
async function libraryBodies(deps: TimerDeps, libraries: readonly Library[]) {
  const timers = await findTimerBodies(
    deps,
    libraries.map(({ subjectId }) => subjectId),
  )
  return libraries.map((library) => withTimers(library, timers(library.subjectId)))
}

/** The REST representation of a library. */
export const libraryBody = async (deps: TimerDeps, library: Library) =>
  withTimers(library, (await findTimerBodies(deps, [library.subjectId]))(library.subjectId))

type TimerDeps = Pick<Deps, 'db' | 'summaryOf'>

const withTimers = (library: Library, timers: TimerBodies) =>
  bodyOf(LibraryBody, library, { state: labels[library.state], ...timers })
