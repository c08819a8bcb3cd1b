import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { log } from '../../lib/log.ts'

/**
 * Writes a set of changes and returns the results. A set that fails is written in halves, so that a change that cannot
 * be written does not stop the others. Never throws.
 */
export async function writeInHalves<Entry extends { subject: { key: string } }, Result>(
  set: readonly Entry[],
  write: (part: readonly Entry[]) => Promise<Result>,
): Promise<Result[]> {
  try {
    return [await write(set)]
  } catch (error) {
    if (set.length === 1 || isDatabaseUnavailable(error)) return logFailure(error, set)
    log.warn({ err: error, subjects: set.length }, 'failed to write a set of state changes; writing it in halves')
    const half = Math.ceil(set.length / 2)
    const first = await writeInHalves(set.slice(0, half), write)
    return [...first, ...(await writeInHalves(set.slice(half), write))]
  }
}

function logFailure(error: unknown, set: readonly { subject: { key: string } }[]): [] {
  log.error(
    { err: error, subjects: set.map(({ subject }) => subject.key) },
    'failed to write state changes; evaluating the subjects again at the next tick',
  )
  return []
}
