import type { Clock } from '../clock.ts'
import type { RootDatabase } from '../database/database.ts'
import type { Kind } from '../generated/prisma/enums.ts'
import { figures, type Figures } from './telemetry/figures.ts'
import { createFlush } from './telemetry/flush.ts'
import { createRegistry, type Watched } from './registry.ts'
import { accept, type Acceptance, type Report } from './reports.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import type { Sample } from './telemetry/window.ts'

/** What samples are taken in for. `probed` are the ids of the endpoints that the service itself calls. */
export type IntakeParts = { db: RootDatabase; clock: Clock; probed: ReadonlySet<string> }

/** The figures of one subject. */
export type Measured = { kind: Kind; key: string; figures: Figures }

/** Where samples come in, from our own traffic and from others, and where what they add up to is read. */
export function createIntake({ db, clock, probed }: IntakeParts) {
  const telemetry = createTelemetry()
  const registry = createRegistry(db, probed)
  const flush = createFlush(db, telemetry)

  function record({ id, policy }: Watched, sample: Sample): void {
    telemetry.record(id, sample, policy.slowBudgetMs)
  }

  return {
    telemetry,
    registry,
    flush,
    /** Counts a finished request or operation of a subject; one that nobody knows is left out. */
    observe: (kind: Kind, key: string, sample: Sample): void => {
      const subject = registry.find(kind, key)
      if (subject) record(subject, sample)
    },
    /** Takes what other services report. */
    accept: (reports: { index: number; report: Report }[]): Promise<Acceptance> =>
      accept(reports, registry, clock.now(), record),
    /** What was measured of a subject over the last 5 minutes; null without samples. */
    figuresOf: (subjectId: number): Figures | null => figures(telemetry.windowOf(subjectId), clock.now()),
    /** The figures of everybody who was heard of in the last 5 minutes. */
    measured: (): Measured[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const known = figures(telemetry.windowOf(id), clock.now())
        return known ? [{ kind, key, figures: known }] : []
      }),
    requestsInLastMinute: (subjectId: number, at: number): number => telemetry.countSince(subjectId, at - 60_000),
  }
}

export type Intake = ReturnType<typeof createIntake>
