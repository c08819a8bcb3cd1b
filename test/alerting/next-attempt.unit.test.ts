import { outcomeOfAttempt } from '../../src/alerting/deliveries/next-attempt.ts'

const failed = { ok: false, permanent: false, gone: false, retryAfterMs: null as number | null }
const now = { at: 0, random: 0.5 }
const after = (attempts: number, result: Partial<typeof failed> = {}, random = 0.5) =>
  outcomeOfAttempt({ kind: 'INCIDENTS', attempts }, { ...failed, ...result }, { at: 0, random })

describe('a delivery that fails', () => {
  it('is tried again after 5 s, 30 s, 2, 10 and 30 minutes, 1 and 2 hours, and is given up after the eighth attempt', () => {
    const seconds = [5, 30, 120, 600, 1_800, 3_600, 7_200]

    expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => after(attempts))).toEqual(
      seconds.map((wait) => ({ status: 'PENDING', nextAt: wait * 1_000 })),
    )
    expect(after(8)).toEqual({ status: 'DEAD', disablesDestination: false })
  })

  it('waits up to 20 % less or more', () => {
    expect([0, 1].map((random) => after(2, {}, random))).toEqual([
      { status: 'PENDING', nextAt: 24_000 },
      { status: 'PENDING', nextAt: 36_000 },
    ])
  })

  it('waits as long as the destination asks, but no longer than a day', () => {
    expect(after(1, { retryAfterMs: 300_000 })).toEqual({ status: 'PENDING', nextAt: 300_000 })
    expect(after(2, { retryAfterMs: 1_000 })).toEqual({ status: 'PENDING', nextAt: 30_000 })
    expect(after(1, { retryAfterMs: 1e12 })).toEqual({ status: 'PENDING', nextAt: 86_400_000 })
  })

  it('is given up after three attempts if the destination rejects it', () => {
    expect([1, 2, 3].map((attempts) => after(attempts, { permanent: true }).status)).toEqual([
      'PENDING',
      'PENDING',
      'DEAD',
    ])
  })

  it('is given up at once, and its destination disabled, if that is gone', () => {
    expect(after(1, { gone: true, permanent: true })).toEqual({ status: 'DEAD', disablesDestination: true })
  })

  it('is given up at once if it is a test', () => {
    expect(outcomeOfAttempt({ kind: 'TEST', attempts: 1 }, failed, now).status).toBe('DEAD')
  })
})
