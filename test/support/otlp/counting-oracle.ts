import { minutes } from '../monitoring/traffic.ts'
import type { Done, Process, Target } from './exporting-processes.ts'

/** An export that was received: its time in milliseconds since 1970, and its place among all that happened. */
type Received = { at: number; turn: number }

/** Which requests count, by the rule of docs/ingest.md, told by somebody who knows every request. */
export function createCountingOracle() {
  let turn = 0
  const registered = new Map<Target, number>()
  let streams = new Map<string, Received>()
  let processes = new Map<string, Received>()
  let senders = new Map<string, Received>()

  const isKnownSince = (target: Target, since: number) => (registered.get(target) ?? Infinity) < since

  /** The time after which the requests of a stream count in an export; null if they do not. */
  function countsFrom(
    process: Process,
    { target, status }: Pick<Done, 'target' | 'status'>,
    at: number,
  ): number | null {
    const before = streams.get(streamOf(process, target, status))
    const ofProcess = processes.get(processOf(process, target))
    const ofSender = senders.get(senderOf(process))
    const continued = before ?? (ofSender && ofProcess)
    if (continued) return isKnownSince(target, continued.turn) && at - continued.at <= minutes(60) ? continued.at : null
    const isNew = ofSender !== undefined && process.startedAt >= ofSender.at
    if (at - process.startedAt > minutes(isNew ? 60 : 5)) return null
    return ofSender === undefined || isKnownSince(target, ofSender.turn) ? process.startedAt : null
  }

  return {
    register: (target: Target): void => {
      turn += 1
      if (!registered.has(target)) registered.set(target, turn)
    },
    retire: (target: Target) => registered.delete(target),
    /** A new token knows no stream. */
    newToken(): void {
      ;[streams, processes, senders] = [new Map(), new Map(), new Map()]
    },
    /** The requests that count in an export of a process since its last one at `lastAt`, sent or not. */
    counted(process: Process, at: number, lastAt: number): Done[] {
      turn += 1
      const known = process.done.filter((request) => registered.has(request.target))
      if (process.form.temporality === 'delta') {
        senders.set(senderOf(process), { at, turn })
        return at - lastAt > minutes(60) ? [] : known.filter((request) => request.at > lastAt)
      }
      const counted = known.filter((request) => request.at > (countsFrom(process, request, at) ?? Infinity))
      for (const { target, status } of known) streams.set(streamOf(process, target, status), { at, turn })
      for (const { target } of process.done) processes.set(processOf(process, target), { at, turn })
      if (process.done.length > 0) senders.set(senderOf(process), { at, turn })
      return counted
    },
  }
}

const streamOf = ({ id }: Process, target: Target, status: number) => `${id} ${target} ${status}`

/** The streams of one metric: that of the endpoints, or that of the host. */
const processOf = ({ id }: Process, target: Target) => `${id} ${target.startsWith('/')}`

const senderOf = ({ id, form }: Process) => (form.resource === 'shared' ? 'shared' : String(id))
