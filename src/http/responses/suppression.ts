import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { KindName, SubjectRef } from './shared.ts'

const Name = z
  .object({
    id: z.string().describe(descriptionOf('Query.operator(id:)')),
    name: z.string().describe('Name of the operator.'),
  })
  .meta({ id: 'OperatorName', description: 'An operator.' })

const SubjectMatcher = z
  .object({
    ...fieldsOf('SubjectMatcher', { kinds: z.array(KindName) }),
    areas: z.array(z.string()).describe(descriptionOf('SubjectMatcherInput.areas')),
    subjects: z.array(SubjectRef).describe('These subjects.'),
  })
  .meta({
    id: 'SubjectMatcher',
    description: descriptionOf('SubjectMatcher'),
  })

const operator = { id: 'c1b4f3a0-2f43-4bd1-9a3e-6f0f4f1d2c3b', name: 'Ana Ejemplo' }
const matcher = { kinds: [], areas: ['sinli'], subjects: [] }
const times = { startsAt: '2026-03-01T02:30:00.000Z', endsAt: '2026-03-01T04:00:00.000Z' }

const muteExample = {
  id: '5b0e7c1f-0d52-4f0e-8a3e-0a1d5b1c2d3e',
  by: operator,
  reason: 'El proveedor ya lo sabe.',
  matcher,
  ...times,
  endedAt: null,
  endedBy: null,
}

/** A mute in responses. */
export const Mute = z
  .object({
    ...fieldsOf('Mute', {
      id: true,
      by: Name,
      reason: true,
      matcher: SubjectMatcher,
      startsAt: true,
      endsAt: true,
      endedAt: true,
      endedBy: Name,
    }),
  })
  .meta({
    id: 'Mute',
    description: descriptionOf('Mute'),
    examples: [muteExample],
  })

/** A list of mutes. */
export const MuteList = z
  .object({ items: z.array(Mute).describe('Mutes, latest start first, at most 200.') })
  .meta({ id: 'MuteList', description: 'A list of mutes.', examples: [{ items: [muteExample] }] })

const MaintenanceWindow = z
  .object({ startsAt: z.date().describe('Start time.'), endsAt: z.date().describe('End time.') })
  .meta({ id: 'MaintenanceWindow', description: descriptionOf('MaintenanceWindow') })

const maintenanceExample = {
  id: '0d527c1f-5b0e-4f0e-8a3e-0a1d5b1c2d3e',
  by: operator,
  reason: 'Copia semanal.',
  matcher,
  ...times,
  recurrence: 'FREQ=WEEKLY;BYDAY=SU',
  zone: 'Europe/Madrid',
  endedAt: null,
  active: true,
  windows: [times],
}

/** A maintenance in responses. */
export const Maintenance = z
  .object({
    ...fieldsOf('Maintenance', {
      id: true,
      by: Name,
      reason: true,
      matcher: SubjectMatcher,
      startsAt: true,
      endsAt: true,
    }),
    recurrence: z.string().nullable().describe('Recurrence rule (RFC 5545); null if it does not recur.'),
    zone: z
      .string()
      .describe(
        'IANA time zone of the recurrence. Every window starts at the same wall-clock time and has the same ' +
          'duration.',
      ),
    ...fieldsOf('Maintenance', { endedAt: true, active: true, windows: z.array(MaintenanceWindow) }),
  })
  .meta({
    id: 'Maintenance',
    description:
      'Planned work: incidents of its subjects that open during one of its windows open suppressed, and count ' +
      'only if they still hold at its end. Samples are still collected.',
    examples: [maintenanceExample],
  })

/** A list of maintenances. */
export const MaintenanceList = z
  .object({ items: z.array(Maintenance).describe('Maintenances, latest start first, at most 200.') })
  .meta({ id: 'MaintenanceList', description: 'A list of maintenances.', examples: [{ items: [maintenanceExample] }] })

/** The dependencies of a subject in responses. */
export const Dependencies = z
  .object({
    upstream: z.array(SubjectRef).describe('Subjects that it depends on, by name.'),
    ...fieldsOf('Subject', { downstream: z.array(SubjectRef) }),
  })
  .meta({
    id: 'Dependencies',
    description: 'The dependencies of a subject.',
    examples: [{ upstream: [{ kind: 'INTEGRACIONES', id: 'sinli_inbound' }], downstream: [] }],
  })
