import { attemptsAfter, outcomeOfAttempt } from '../../src/alerting/deliveries/next-attempt.ts'

const failed = {
  ok: false,
  permanent: false,
  gone: false,
  retryAfterMs: null as number | null,
  delivered: 0,
  left: null as string[] | null,
}
const now = { at: 0, random: 0.5 }
const dayMs = 86_400_000
const after = (attempts: number, result: Partial<typeof failed> = {}, random = 0.5) =>
  outcomeOfAttempt({ kind: 'INCIDENTS', attempts, recipients: [] }, { ...failed, ...result }, { at: 0, random })

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

  it('is not given up for a day while its destination says when to come back, unless it rejects it', () => {
    const count = (result: Partial<typeof failed>, at: number) =>
      attemptsAfter(
        { attempts: 7, delivered: 0, createdAt: new Date(0), sentAgainAt: null },
        { ...failed, ...result },
        at,
      )

    expect(count({ retryAfterMs: 1_000 }, dayMs - 1)).toBe(7)
    expect(count({ retryAfterMs: 1_000 }, dayMs)).toBe(8)
    expect(count({ retryAfterMs: 1_000 }, -2 * dayMs)).toBe(8)
    expect(count({ retryAfterMs: 1_000, permanent: true }, 0)).toBe(8)
    expect(count({ retryAfterMs: 0 }, 0)).toBe(8)
    expect(count({}, 0)).toBe(8)
  })

  it('is not given up for a day after it was sent again, either', () => {
    const [createdAt, sentAgainAt] = [new Date(0), new Date(5 * dayMs)]
    const delivery = { attempts: 7, delivered: 0, createdAt, sentAgainAt }

    expect(attemptsAfter(delivery, { ...failed, retryAfterMs: 1_000 }, 6 * dayMs - 1)).toBe(7)
    expect(attemptsAfter(delivery, { ...failed, retryAfterMs: 1_000 }, 6 * dayMs)).toBe(8)
  })

  it('begins anew when it gets further', () => {
    expect(
      attemptsAfter(
        { attempts: 7, delivered: 2, createdAt: new Date(0), sentAgainAt: null },
        { ...failed, delivered: 3 },
        0,
      ),
    ).toBe(1)
  })

  it('is delivered if at the last attempt only some recipients of an e-mail have it', () => {
    const some = { delivered: 1, left: ['guardia@example.org'] }

    expect(after(1, some)).toEqual({ status: 'PENDING', nextAt: 5_000 })
    expect(after(8, some)).toEqual({ status: 'DELIVERED' })
    expect(after(8, { ...some, delivered: 0 })).toEqual({ status: 'DEAD', disablesDestination: false })
  })

  it('is delivered if recipients of an e-mail have it, though the last attempt reached nobody, unlike requests', () => {
    const last = (recipients: string[], result: Partial<typeof failed>) =>
      outcomeOfAttempt({ kind: 'INCIDENTS', attempts: 8, recipients }, { ...failed, ...result }, now).status

    expect(last(['guardia@example.org'], { delivered: 1 })).toBe('DELIVERED')
    expect(last(['guardia@example.org'], { delivered: 0 })).toBe('DEAD')
    expect(last([], { delivered: 1 })).toBe('DEAD')
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
    expect(outcomeOfAttempt({ kind: 'TEST', attempts: 1, recipients: [] }, failed, now).status).toBe('DEAD')
  })
})
