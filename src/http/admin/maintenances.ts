import { z } from 'zod'
import { maxNoteLength } from '../../monitoring/incidents/notes.ts'
import {
  endMaintenance,
  listMaintenances,
  nextWindows,
  planMaintenance,
  type PlannedMaintenance,
} from '../../monitoring/suppression/maintenance.ts'
import { isActiveAt } from '../../monitoring/suppression/maintenance-windows.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { answer } from '../routing/define-route.ts'
import { bodyOf } from '../responses/body-of.ts'
import { Maintenance, MaintenanceList } from '../responses/suppression.ts'
import { Matcher, matcherBody } from '../fields/subject-fields.ts'
import { moment, note, optionalText, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const NewMaintenance = z.strictObject({
  matcher: Matcher,
  reason: note(maxNoteLength).describe(descriptionOf('MaintenanceInput.reason')),
  startsAt: moment.describe(descriptionOf('MaintenanceInput.startsAt')),
  endsAt: moment.describe(descriptionOf('MaintenanceInput.endsAt')),
  recurrence: optionalText(500).describe(
    'Recurrence rule (RFC 5545), e.g. `FREQ=WEEKLY;BYDAY=SU`; omitted: the window does not recur.',
  ),
  zone: optionalText(100).describe(descriptionOf('MaintenanceInput.zone')),
})

const Params = z.object({ id: text(100).describe(descriptionOf('Mutation.endMaintenance(id:)')) })
const defaults = { inventory: false, tag: 'Alerting' } as const

/** The routes of maintenances. */
export const maintenances = [
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      path: '/api/admin/maintenances/',
      may: 'read:Incident',
      operationId: 'listMaintenances',
      summary: 'List maintenances',
      description: 'Planned maintenances, and those that ended in the last 31 days; latest start first.',
      answers: { 200: { description: 'The maintenances.', schema: MaintenanceList } },
    },
    async ({ at }, { db }) => ({
      items: (await listMaintenances(db, at)).map((planned) => maintenanceBody(planned, at)),
    }),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/maintenances/',
      may: 'plan:Maintenance',
      operationId: 'planMaintenance',
      summary: 'Plan a maintenance',
      description: 'Incidents that are already open are not suppressed.',
      body: NewMaintenance,
      example: {
        matcher: { areas: ['sinli'] },
        reason: 'Copia semanal.',
        startsAt: '2026-03-01T02:30:00Z',
        endsAt: '2026-03-01T04:00:00Z',
        recurrence: 'FREQ=WEEKLY;BYDAY=SU',
        zone: 'Europe/Madrid',
      },
      answers: { 201: { description: 'The maintenance.', schema: Maintenance } },
    },
    async ({ body, by, at }, { db }) => answer(201, maintenanceBody(await planMaintenance(db, body, by, at), at)),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/maintenances/:id/end/',
      may: 'plan:Maintenance',
      operationId: 'endMaintenance',
      summary: 'End a maintenance for good',
      description: 'Incidents that still hold count from the next evaluation.',
      params: Params,
      answers: { 200: { description: 'The ended maintenance.', schema: Maintenance } },
      refusals: { 404: 'There is no such maintenance.', 409: 'It is already over.' },
    },
    async ({ params: { id }, by, at }, { db }) => maintenanceBody(await endMaintenance(db, id, by, at), at),
  ),
]

function maintenanceBody(planned: PlannedMaintenance, at: Date) {
  const { by, matcher } = planned
  return bodyOf(Maintenance, planned, {
    by: { id: by.id, name: by.name },
    matcher: matcherBody(matcher),
    active: isActiveAt(planned, at.getTime()),
    windows: nextWindows(planned, at.getTime()),
  })
}
