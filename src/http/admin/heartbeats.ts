import { z } from 'zod'
import type { Heartbeat as HeartbeatRecord } from '../../monitoring/heartbeats/heartbeat-queries.ts'
import { listHeartbeats } from '../../monitoring/heartbeats/heartbeat-queries.ts'
import {
  createHeartbeat,
  resumeHeartbeat,
  rotateHeartbeat,
  updateHeartbeat,
} from '../../monitoring/heartbeats/manage-heartbeats.ts'
import { maxScheduleSeconds, minScheduleSeconds } from '../../monitoring/heartbeats/schedule.ts'
import { labels } from '../../monitoring/health/state-labels.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { answer } from '../routing/define-route.ts'
import { Heartbeat, HeartbeatList, HeartbeatWithSecret } from '../responses/heartbeat.ts'
import { boolean, wholeNumber } from '../fields/basic-fields.ts'
import { text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Params = z.object({ id: text(100).describe(descriptionOf('Mutation.updateHeartbeat(id:)')) })

const seconds = wholeNumber(minScheduleSeconds, maxScheduleSeconds)

const fields = {
  name: text(100).describe('Display name of the job.'),
  intervalSeconds: seconds.describe('Interval between runs, in seconds.'),
  graceSeconds: seconds.describe('Grace period for a late run, in seconds.'),
  critical: boolean().describe(descriptionOf('NewHeartbeat.critical')),
  owner: text(200, 0).nullable().describe('Responsible person or team; null or empty: none.'),
}

const NewHeartbeat = z.strictObject({
  ...fields,
  critical: fields.critical.default(false),
  owner: fields.owner.default(null),
})
const HeartbeatChange = z.strictObject(fields).partial()

const defaults = { inventory: false, tag: 'Ingest' } as const
const collection = { ...defaults, path: '/api/admin/heartbeats/' } as const
const missing = { 404: 'There is no such heartbeat.' }
const withSecret = (description: string) => ({ description, schema: HeartbeatWithSecret })

/** The routes by which operators manage heartbeats: scheduled jobs that report each run. */
export const heartbeats = [
  adminRoute(
    {
      ...collection,
      method: 'GET',
      may: 'read:Integration',
      operationId: 'listHeartbeats',
      summary: 'List heartbeats',
      description: 'By name, including paused ones.',
      answers: { 200: { description: 'All heartbeats.', schema: HeartbeatList } },
    },
    async (_request, { db }) => ({ items: (await listHeartbeats(db)).map(heartbeatBody) }),
  ),
  adminRoute(
    {
      ...collection,
      method: 'POST',
      may: 'manage:Subject',
      operationId: 'createHeartbeat',
      summary: 'Create a heartbeat',
      description: 'With an integration of its own. Its interval starts now, so a job that never runs fails too.',
      body: NewHeartbeat,
      example: { name: 'Copia nocturna', intervalSeconds: 86_400, graceSeconds: 3_600, critical: true },
      answers: { 201: withSecret('The heartbeat with its secret, which is returned only once.') },
    },
    async ({ body, by, at }, { db }) => answer(201, withSecretBody(await createHeartbeat(db, body, { by, at }))),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/heartbeats/:id/',
      may: 'manage:Subject',
      operationId: 'updateHeartbeat',
      summary: 'Change a heartbeat',
      description: 'Omitted fields stay as they are.',
      params: Params,
      body: HeartbeatChange,
      example: { graceSeconds: 7_200 },
      answers: { 200: { description: 'The changed heartbeat.', schema: Heartbeat } },
      refusals: missing,
    },
    async ({ params: { id }, body, by, at }, { db }) => heartbeatBody(await updateHeartbeat(db, id, body, { by, at })),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/heartbeats/:id/rotate/',
      may: 'manage:Subject',
      operationId: 'rotateHeartbeat',
      summary: 'Replace the secret of a heartbeat',
      description: 'Requests with the old secret are rejected.',
      params: Params,
      answers: { 200: withSecret('The heartbeat with its new secret, which is returned only once.') },
      refusals: missing,
    },
    async ({ params: { id }, by, at }, { db }) => withSecretBody(await rotateHeartbeat(db, id, { by, at })),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/heartbeats/:id/resume/',
      may: 'manage:Subject',
      operationId: 'resumeHeartbeat',
      summary: 'Resume a paused heartbeat',
      description: 'Its interval starts now. Idempotent.',
      params: Params,
      answers: { 200: { description: 'The resumed heartbeat.', schema: Heartbeat } },
      refusals: missing,
    },
    async ({ params: { id }, by, at }, { db }) => heartbeatBody(await resumeHeartbeat(db, id, { by, at })),
  ),
]

const withSecretBody = ({ heartbeat, secret }: { heartbeat: HeartbeatRecord; secret: string }) => ({
  heartbeat: heartbeatBody(heartbeat),
  secret,
})

function heartbeatBody({ integration, schedule, ...heartbeat }: HeartbeatRecord) {
  const { key, name, critical, owner, state, stateSince, retiredAt } = integration
  return {
    ...heartbeat,
    integration: { key, name, critical, owner, state: labels[state], stateSince, retiredAt },
    intervalSeconds: schedule?.intervalSeconds ?? null,
    graceSeconds: schedule?.graceSeconds ?? null,
  }
}
