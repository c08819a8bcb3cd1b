import fc from 'fast-check'
import { telemetryOutageSince } from '../../src/monitoring/telemetry-outage.ts'
import { lastSampleWithoutProbes } from '../../src/monitoring/telemetry/last-sample.ts'
import { createWindow, record, type Window } from '../../src/monitoring/telemetry/window.ts'
import { minutes, seconds, start } from '../support/monitoring/traffic.ts'

const at = start + minutes(600)
const lastSampleOf = (window: Window) => lastSampleWithoutProbes(window, at, 20)

/** A subject with a sample every `gapMs` until `silentFor` ago. */
const subject = (silentFor: number, gapMs: number | null = seconds(10)) => ({
  lastSampleAt: at - silentFor,
  meanGapMs: gapMs,
})

describe('telemetry', () => {
  it('is interrupted when two subjects with regular samples fall silent together', () => {
    expect(telemetryOutageSince([subject(seconds(70)), subject(seconds(75))], at)).toBe(at - seconds(70))
  })

  it('is not interrupted before a minute without any sample', () => {
    expect(telemetryOutageSince([subject(seconds(59)), subject(seconds(59))], at)).toBeNull()
    expect(telemetryOutageSince([subject(seconds(60)), subject(seconds(60))], at)).toBe(at - seconds(60))
  })

  it('is not interrupted while any subject is reported', () => {
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(5)), subject(seconds(10), null)], at)).toBeNull()
  })

  it('is not interrupted where subjects fell silent a minute or more apart', () => {
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(6))], at)).toBeNull()
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(6) - 1)], at)).toBe(at - minutes(5))
  })

  it('is not interrupted where only one subject has regular samples', () => {
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(5), minutes(2))], at)).toBeNull()
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(5), null)], at)).toBeNull()
    expect(telemetryOutageSince([subject(minutes(5)), subject(minutes(5), minutes(1))], at)).toBe(at - minutes(5))
  })

  it('is interrupted also where a subject ended an hour or more before', () => {
    const both = [subject(minutes(5)), subject(minutes(5))]

    expect(telemetryOutageSince([...both, subject(minutes(65))], at)).toBe(at - minutes(5))
    expect(telemetryOutageSince([...both, subject(minutes(65) - 1)], at)).toBeNull()
  })

  it('stays interrupted, however long it lasts', () => {
    expect(telemetryOutageSince([subject(minutes(300)), subject(minutes(300))], at)).toBe(at - minutes(300))
  })

  it('is not interrupted if no subject was ever reported', () => {
    expect(telemetryOutageSince([], at)).toBeNull()
    expect(
      telemetryOutageSince(
        [
          { lastSampleAt: null, meanGapMs: null },
          { lastSampleAt: null, meanGapMs: null },
        ],
        at,
      ),
    ).toBeNull()
  })
})

describe('the last sample of a subject', () => {
  it('is returned with the mean gap of its last 20', () => {
    const window = createWindow()
    for (let sent = at - minutes(60); sent <= at - minutes(2); sent += seconds(30))
      record(window, { at: sent, ok: true, durationMs: 20 }, 1_000)

    expect(lastSampleOf(window)).toEqual({ lastSampleAt: at - minutes(2), meanGapMs: seconds(30) })
  })

  it('is null if there are only probes', () => {
    const window = createWindow()
    record(window, { at: at - seconds(30), ok: true, durationMs: 20, probe: true }, 1_000)

    expect(lastSampleOf(window)).toEqual({ lastSampleAt: null, meanGapMs: null })
  })

  it('ignores samples at or after the evaluated moment', () => {
    const window = createWindow()
    for (const sent of [at - minutes(3), at - minutes(2), at])
      record(window, { at: sent, ok: true, durationMs: 20 }, 1_000)

    expect(lastSampleOf(window)).toEqual({ lastSampleAt: at - minutes(3) + seconds(70), meanGapMs: minutes(1) })
  })

  it('does not depend on probes in between, except within the last bucket', () => {
    const moments = fc.array(
      fc.nat({ max: 300 }).map((count) => at - count * seconds(10) - 1),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(moments, moments, (samples, probes) => {
        const [alone, probed] = [createWindow(), createWindow()]
        for (const sent of [...samples].sort()) {
          record(alone, { at: sent, ok: true, durationMs: 20 }, 1_000)
          record(probed, { at: sent, ok: true, durationMs: 20 }, 1_000)
        }
        for (const sent of [...probes].sort())
          record(probed, { at: sent, ok: true, durationMs: 20, probe: true }, 1_000)

        const [expected, found] = [lastSampleOf(alone), lastSampleOf(probed)]
        expect(found.meanGapMs).toBe(expected.meanGapMs)
        expect(Math.abs((found.lastSampleAt ?? 0) - (expected.lastSampleAt ?? 0))).toBeLessThanOrEqual(seconds(10))
      }),
    )
  })
})
