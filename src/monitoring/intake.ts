import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../clock.ts'
import type { RootDatabase } from '../database/database.ts'
import type { Kind } from '../generated/prisma/enums.ts'
import type { Figures } from './telemetry/figures.ts'
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
  let taken: ReadonlyMap<number, Figures> = new Map()

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
    /** What was measured of a subject over the 5 minutes before figures were last taken; null without samples. */
    figuresOf: (subjectId: number): Figures | null => taken.get(subjectId) ?? null,
    /** Takes the figures of everybody anew, and returns whether any are others than before. */
    takeFigures(at: number): boolean {
      const before = taken
      taken = telemetry.figuresAt(at)
      return !isDeepStrictEqual(before, taken)
    },
    /** The figures of everybody who was heard of in the last 5 minutes. */
    measured: (): Measured[] =>
      registry.all().flatMap(({ id, kind, key }) => {
        const figures = taken.get(id)
        return figures ? [{ kind, key, figures }] : []
      }),
    requestsInLastMinute: (subjectId: number, at: number): number => telemetry.countSince(subjectId, at - 60_000),
  }
}

export type Intake = ReturnType<typeof createIntake>
