import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RequestCounts } from './request-counts.ts'
import { hours } from './traffic.ts'

const minuteBuckets = 6

/** Requests that a web server recorded over two months, each minute's spread evenly over its buckets, and what is missing. */
export function recordedRequests(): { counts: RequestCounts; start: number; isMissing: (at: number) => boolean } {
  const text = readFileSync(path.join(import.meta.dirname, 'nasa-requests.txt'), 'utf8')
  const rows = text.split('\n').flatMap((line) => (/^\d/.test(line) ? [rowOf(line)] : []))
  const start = rows[0]?.at ?? 0
  const last = rows.at(-1)?.at ?? 0
  const counts = new Float64Array((last + hours(1) - start) / 10_000)
  const recorded = new Uint8Array(counts.length)
  for (const { at, minutes } of rows)
    minutes.forEach((count, minute) => {
      const first = (at - start) / 10_000 + minute * minuteBuckets
      if (count === '') return
      for (let bucket = 0; bucket < minuteBuckets; bucket++) {
        recorded[first + bucket] = 1
        counts[first + bucket] = share(Number(count), bucket + 1) - share(Number(count), bucket)
      }
    })
  return { counts, start, isMissing: (at) => recorded[(at - start) / 10_000 - 1] === 0 }
}

const share = (count: number, buckets: number) => Math.floor((count * buckets) / minuteBuckets)

function rowOf(line: string) {
  const [hour = '', counts = ''] = line.split(' ')
  return { at: Date.parse(`${hour}:00:00Z`), minutes: counts.split(',') }
}
