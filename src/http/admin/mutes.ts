import { z } from 'zod'
import { beginMute, endMute, listMutes, type MuteWithNames } from '../../alerting/mutes.ts'
import { maxNoteLength } from '../../monitoring/incidents/notes.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { answer } from '../routing/define-route.ts'
import { bodyOf } from '../responses/body-of.ts'
import { Mute, MuteList } from '../responses/suppression.ts'
import { Matcher, matcherBody } from '../fields/subject-fields.ts'
import { flag } from '../fields/basic-fields.ts'
import { moment, note, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Query = z.strictObject({
  active: flag.optional().describe('`true`: only active mutes. `false`: only the others.'),
})

const NewMute = z.strictObject({
  matcher: Matcher,
  reason: note(maxNoteLength).describe(descriptionOf('MuteInput.reason')),
  startsAt: moment.nullish().describe(descriptionOf('MuteInput.startsAt')),
  endsAt: moment.describe(descriptionOf('MuteInput.endsAt')),
})

const Params = z.object({ id: text(100).describe(descriptionOf('Mutation.endMute(id:)')) })
const defaults = { inventory: false, tag: 'Alerting' } as const

/** The routes of mutes. */
export const mutes = [
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      path: '/api/admin/mutes/',
      may: 'read:Incident',
      operationId: 'listMutes',
      summary: 'List mutes',
      description: 'Latest start first, at most 200.',
      query: Query,
      answers: { 200: { description: 'The mutes.', schema: MuteList } },
    },
    async ({ query: { active }, at }, { db }) => ({
      items: (await listMutes(db, active ?? null, at)).map(muteBody),
    }),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/mutes/',
      may: 'mute:Incident',
      operationId: 'mute',
      summary: 'Mute subjects',
      description: 'No messages are sent about their incidents, which are shown and counted as usual.',
      body: NewMute,
      example: {
        matcher: { subjects: [{ kind: 'INTEGRACIONES', id: 'sinli_inbound' }] },
        reason: 'El proveedor ya lo sabe.',
        endsAt: '2026-03-01T04:00:00Z',
      },
      answers: { 201: { description: 'The mute.', schema: Mute } },
    },
    async ({ body, by, at }, { db }) => answer(201, muteBody(await beginMute(db, body, by, at))),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/mutes/:id/end/',
      may: 'mute:Incident',
      operationId: 'endMute',
      summary: 'End a mute early',
      description: 'Messages about incidents that are still open are sent again.',
      params: Params,
      answers: { 200: { description: 'The ended mute.', schema: Mute } },
      refusals: { 404: 'There is no such mute.', 409: 'It is already over.' },
    },
    async ({ params: { id }, by, at }, { db }) => muteBody(await endMute(db, id, by, at)),
  ),
]

function muteBody(mute: MuteWithNames) {
  const { by, endedBy, matcher } = mute
  return bodyOf(Mute, mute, {
    by: { id: by.id, name: by.name },
    matcher: matcherBody(matcher),
    endedBy: endedBy && { id: endedBy.id, name: endedBy.name },
  })
}
