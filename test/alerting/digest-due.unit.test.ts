import { isDigestDue } from '../../src/alerting/planning/digest-due.ts'

const zone = 'Europe/Madrid'
const at = Date.parse
const isDue = (hour: number, lastAt: string, now: string) => isDigestDue({ hour, zone, lastAt: at(lastAt) }, at(now))

/** The times in a span, every ten minutes, at which a digest is written. */
function digestsBetween(hour: number, from: string, to: string): string[] {
  const written: string[] = []
  let lastAt = at(from)
  for (let now = at(from); now <= at(to); now += 600_000) {
    if (!isDigestDue({ hour, zone, lastAt }, now)) continue
    written.push(new Date(now).toISOString())
    lastAt = now
  }
  return written
}

describe('a daily digest', () => {
  it('is due at its hour of the zone, once a day', () => {
    expect(isDue(8, '2026-11-21T07:00:00Z', '2026-11-22T06:59:59Z')).toBe(false)
    expect(isDue(8, '2026-11-21T07:00:00Z', '2026-11-22T07:00:00Z')).toBe(true)
    expect(isDue(8, '2026-11-22T07:00:00Z', '2026-11-22T22:00:00Z')).toBe(false)
  })

  it('is due later if the service did not run at its hour', () => {
    expect(isDue(8, '2026-11-21T07:00:00Z', '2026-11-22T15:00:00Z')).toBe(true)
  })

  it('is written once in the night that has its hour twice', () => {
    expect(digestsBetween(2, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ])
  })

  it('is written once in the night that lacks its hour', () => {
    expect(digestsBetween(2, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ])
  })
})
