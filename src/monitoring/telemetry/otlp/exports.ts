import { exportNanos, maxIncreaseNanos, noHorizon, type EarlierExport } from './first-point.ts'

/**
 * The exports of a sender or of a process: when the first request of its last one was, its last one, and the one before;
 * null if there was none.
 */
export type Exports = { beganAt: bigint; last: EarlierExport; before: EarlierExport | null }

/** The exports of a process, and whether streams of it were stored. */
export type ProcessExports = Exports & { hadStreams: boolean }

/** The exports of a sender, and those of its latest processes by their hashes. */
export type SenderExports = Exports & { processes: ReadonlyMap<string, ProcessExports> }

/** Processes kept of a sender: most have a few, one for each metric, but some SDKs give each stream a start of its own. */
const maxProcesses = 200

/**
 * The times of the last data points of a request: that of its sender, and those of each process. `horizon` is that of the
 * request.
 */
export type RequestTimes = { lastAt: bigint; processes: ReadonlyMap<string, bigint>; horizon: bigint }

/**
 * Adds a request to the exports of its sender. `withoutStreams` are processes of which none is stored: one that had some
 * begins anew, since those that come back would be taken for new ones.
 */
export function addRequest(
  sender: SenderExports | null,
  { lastAt, processes, horizon }: RequestTimes,
  withoutStreams: ReadonlySet<string>,
): SenderExports {
  const all = new Map(sender?.processes)
  for (const [process, at] of processes) {
    const known = all.get(process)
    const before = known && !(known.hadStreams && withoutStreams.has(process)) ? known : null
    all.set(process, { ...addPart(before, { at, horizon }), hadStreams: before?.hadStreams ?? false })
  }
  return { ...addPart(sender, { at: lastAt, horizon }), processes: all }
}

/** An export knows what all of its requests do: each has other data points, and another instance may have taken it. */
function addPart(exports: Exports | null, { at, horizon }: EarlierExport): Exports {
  if (!exports) return { beganAt: at, last: { at, horizon }, before: null }
  const { beganAt, last, before } = exports
  if (at > beganAt + exportNanos) return { beganAt: at, last: { at, horizon }, before: last }
  return {
    ...{ beganAt, before },
    last: { at: at > last.at ? at : last.at, horizon: horizon < last.horizon ? horizon : last.horizon },
  }
}

/** Processes of which streams are stored, and of which some were refused. */
export type Taken = { stored: ReadonlySet<string>; refused: ReadonlySet<string> }

/**
 * The exports of a sender to store after a request. Streams that are new in the next export of a process count from
 * there if its last one was not taken whole. Only the latest processes are kept, without those whose next export would
 * be too late to count.
 */
export function afterRequest(sender: SenderExports, { stored, refused }: Taken): SenderExports {
  const recent = [...sender.processes].filter(([, { last }]) => sender.last.at - last.at <= maxIncreaseNanos)
  const latest =
    recent.length <= maxProcesses
      ? recent
      : recent.sort(([, one], [, other]) => (one.last.at > other.last.at ? -1 : 1)).slice(0, maxProcesses)
  const processes = latest.map(([process, exports]): [string, ProcessExports] => [
    process,
    {
      ...(refused.has(process) ? forgetLast(exports) : exports),
      hadStreams: exports.hadStreams || stored.has(process),
    },
  ])
  const isWhole = [...sender.processes.keys()].every((process) => !refused.has(process))
  return { ...(isWhole ? sender : forgetLast(sender)), processes: new Map(processes) }
}

const forgetLast = ({ beganAt, last, before }: Exports): Exports => ({
  ...{ beganAt, before },
  last: { at: last.at, horizon: noHorizon },
})
