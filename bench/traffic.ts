import type { Clock } from '../src/lib/clock.ts'
import type { Pipeline } from '../src/monitoring/pipeline.ts'

/** The invented libraries with samples: every `step`-th of `size`, from `first` on. */
export type Traffic = { first: number; step: number; size: number }

const samplesEach = 3

/** Records samples of these libraries. */
export function observeLibraries({ observe }: Pick<Pipeline, 'observe'>, clock: Clock, { first, step, size }: Traffic) {
  for (let subject = first; subject <= size; subject += step)
    for (let sample = 0; sample < samplesEach; sample++)
      observe('LIBRERIAS', `B-${subject}`, { at: clock.now() + sample, ok: true, durationMs: 20 + (subject % 300) })
}
