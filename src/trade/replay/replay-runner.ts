import type { Actor } from '../../audit/actor.ts'
import { startReplay, type ReplayDeps } from './replay.ts'
import type { ReplayRequest } from './replay-result.ts'

/**
 * Starts a replay and returns its id as soon as it runs.
 * @throws DomainError as `replay` does.
 */
export type StartReplay = (request: ReplayRequest, by: Actor) => Promise<string>

/** Runs replays in the background; `settled` resolves once all have ended. */
export function createReplayRunner(deps: ReplayDeps): { start: StartReplay; settled: () => Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    running.add(work)
    void work.then(() => running.delete(work))
  }
  return {
    start: (request, by) => startReplay(deps, request, by, track),
    settled: async () => {
      await Promise.all(running)
    },
  }
}
