import { exportNanos, maxIncreaseNanos, noHorizon, type EarlierExport } from './first-point.ts'

/**
 * The exports of a sender or a process: the time of the first request of its last export, the last export, and the
 * export before it (null if there was none).
 */
export type Exports = { beganAt: bigint; last: EarlierExport; before: EarlierExport | null }

/** The exports of a process, and whether streams of the process were stored. */
export type ProcessExports = Exports & { hadStreams: boolean }

/** The exports of a sender, and those of its latest processes, by their hashes. */
export type SenderExports = Exports & { processes: ReadonlyMap<string, ProcessExports> }

/**
 * Maximum processes kept of a sender. Most senders have a few, one for each metric, but some SDKs give each stream its
 * own start.
 */
const maxProcesses = 200

/** The times of the last data points of a request, overall and by process, and the horizon of the request. */
export type RequestTimes = { lastAt: bigint; processes: ReadonlyMap<string, bigint>; horizon: bigint }

/**
 * Adds a request to the exports of its sender. `withoutStreams` are processes of which no stream is stored. A process
 * whose streams were deleted begins anew, because streams that come back would be taken for new ones.
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

/**
 * Adds a request to an export. Requests of one export have different data points, and another instance may have taken
 * some of them, so the export knows only the subjects that all of its requests know.
 */
function addPart(exports: Exports | null, { at, horizon }: EarlierExport): Exports {
  if (!exports) return { beganAt: at, last: { at, horizon }, before: null }
  const { beganAt, last, before } = exports
  if (at > beganAt + exportNanos) return { beganAt: at, last: { at, horizon }, before: last }
  return {
    ...{ beganAt, before },
    last: { at: at > last.at ? at : last.at, horizon: horizon < last.horizon ? horizon : last.horizon },
  }
}

/** Processes with stored streams, and processes with refused streams. */
export type Taken = { stored: ReadonlySet<string>; refused: ReadonlySet<string> }

/**
 * The exports of a sender to store after a request. If the last export of a process was not taken completely, streams
 * that are new in its next export count from there. Only the latest processes are kept, and none whose next export
 * would be too late to count.
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
