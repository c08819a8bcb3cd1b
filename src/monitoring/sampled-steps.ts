const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const lengthsMs = [
  ...[30 * second, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 6 * hour, 12 * hour, 24 * hour],
]

/** Minimum number of steps: with fewer, a chart shows no trend. */
const leastSteps = 12
/** Minimum number of steps with samples: with fewer, longer steps would hide gaps rather than show a trend. */
const leastSampledSteps = 8
/**
 * Share of steps with samples at which a chart shows lines. At half of the steps, most points would still be isolated.
 */
const most = 0.75
/** If gaps keep every step length below that share, this fraction of the best share suffices. */
const nearlyBest = 0.8

/**
 * Chooses the shortest step, in milliseconds, at which most steps have samples, so that a chart shows lines instead of
 * scattered dots. If no step reaches that, because samples were missing for a long time, chooses the shortest that
 * comes close to the best. `starts` are those of the window's own steps with samples, ascending, in milliseconds since
 * 1970.
 */
export function chooseStepMs(
  starts: readonly number[],
  { stepMs, backMs }: { stepMs: number; backMs: number },
): number {
  if (starts.length < leastSampledSteps) return stepMs
  const isPossible = (length: number) =>
    length > stepMs && length % stepMs === 0 && backMs % length === 0 && backMs / length >= leastSteps
  const shares = [stepMs, ...lengthsMs.filter(isPossible)].map((length) => ({
    length,
    share: shareWithSamples(starts, length),
  }))
  const best = Math.max(...shares.map(({ share }) => share))
  const enough = best >= most ? most : best * nearlyBest
  return shares.find(({ share }) => share >= enough)?.length ?? stepMs
}

/** Share of the steps with samples, among those from the first sample to the last. */
function shareWithSamples(starts: readonly number[], length: number): number {
  const occupied = new Set(starts.map((start) => Math.floor(start / length)))
  const [first = 0] = occupied
  const last = Math.floor((starts.at(-1) ?? 0) / length)
  return occupied.size / (last - first + 1)
}
