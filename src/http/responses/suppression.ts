import { z } from 'zod'
import { KindName, SubjectRef } from './shared.ts'

const Name = z
  .object({ id: z.string().describe('ID of the operator.'), name: z.string().describe('Name of the operator.') })
  .meta({ id: 'OperatorName', description: 'An operator.' })

const SubjectMatcher = z
  .object({
    kinds: z.array(KindName).describe('All subjects of these kinds.'),
    areas: z.array(z.string()).describe('All endpoints of the areas with these IDs.'),
    subjects: z.array(SubjectRef).describe('These subjects.'),
  })
  .meta({
    id: 'SubjectMatcher',
    description: 'A set of subjects: the union of its three fields. If all are empty: every subject.',
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
    id: z.string().describe('Stable identifier.'),
    by: Name.describe('Operator who created it.'),
    reason: z.string().describe('Reason.'),
    matcher: SubjectMatcher.describe('Subjects of the mute.'),
    startsAt: z.date().describe('Start time.'),
    endsAt: z.date().describe('End time.'),
    endedAt: z.date().nullable().describe('Time when an operator ended it early; null otherwise.'),
    endedBy: Name.nullable().describe('Operator who ended it early; null otherwise.'),
  })
  .meta({
    id: 'Mute',
    description:
      'A period in which no messages are sent about incidents of some subjects. The incidents are shown and ' +
      'counted as usual.',
    examples: [muteExample],
  })

/** A list of mutes. */
export const MuteList = z
  .object({ items: z.array(Mute).describe('Mutes, latest start first, at most 200.') })
  .meta({ id: 'MuteList', description: 'A list of mutes.', examples: [{ items: [muteExample] }] })

const MaintenanceWindow = z
  .object({ startsAt: z.date().describe('Start time.'), endsAt: z.date().describe('End time.') })
  .meta({ id: 'MaintenanceWindow', description: 'A window of a maintenance.' })

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
    id: z.string().describe('Stable identifier.'),
    by: Name.describe('Operator who planned it.'),
    reason: z.string().describe('Reason.'),
    matcher: SubjectMatcher.describe('Subjects of the maintenance.'),
    startsAt: z.date().describe('Start of the first window.'),
    endsAt: z.date().describe('End of the first window.'),
    recurrence: z.string().nullable().describe('Recurrence rule (RFC 5545); null if it does not recur.'),
    zone: z
      .string()
      .describe(
        'IANA time zone of the recurrence. Every window starts at the same wall-clock time and has the same ' +
          'duration.',
      ),
    endedAt: z.date().nullable().describe('Time when an operator ended it for good; null otherwise.'),
    active: z.boolean().describe('Whether one of its windows is in progress.'),
    windows: z.array(MaintenanceWindow).describe('Windows that overlap the next 31 days, at most 100.'),
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
    downstream: z.array(SubjectRef).describe('Subjects that depend on it, by name.'),
  })
  .meta({
    id: 'Dependencies',
    description: 'The dependencies of a subject.',
    examples: [{ upstream: [{ kind: 'INTEGRACIONES', id: 'sinli_inbound' }], downstream: [] }],
  })
