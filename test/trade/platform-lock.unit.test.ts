import fc from 'fast-check'
import { decideLock, type LockState, type PlatformWord } from '../../src/trade/records/platform-lock.ts'

type Step = { word: PlatformWord } | { unlock: true } | { failures: true }

const failuresReason = '5 intentos de acceso fallidos en 15 minutos'
const nothingKnown: LockState = { locked: false, lockReason: null, platformLocked: false, unlockedAt: null }

/** The state after a step at a time. */
function after(before: LockState, step: Step, at: Date): LockState {
  if ('unlock' in step) return before.locked ? { ...before, locked: false, lockReason: null, unlockedAt: at } : before
  if ('failures' in step) return before.locked ? before : { ...before, locked: true, lockReason: failuresReason }
  const decision = decideLock(before, step.word)
  const told = { ...before, platformLocked: step.word.locked ?? before.platformLocked }
  if (decision === 'lock') return { ...told, locked: true, lockReason: 'Impago' }
  return decision === 'unlock' ? { ...told, locked: false, lockReason: null, unlockedAt: at } : told
}

/** All states of a sequence, with the step that led to each; a step happens every second. */
function walk(steps: readonly Step[]) {
  let state = nothingKnown
  return steps.map((step, index) => {
    const before = state
    state = after(before, step, new Date((index + 1) * 1_000))
    return { before, step, state }
  })
}

const words: fc.Arbitrary<PlatformWord> = fc.record({
  locked: fc.constantFrom(true, true, false, undefined),
  lockedAt: fc.option(
    fc.integer({ min: 0, max: 21 }).map((second) => new Date(second * 1_000)),
    { nil: null },
  ),
})
const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    words.map((word) => ({ word })),
    fc.constant({ unlock: true as const }),
    fc.constant({ failures: true as const }),
  ),
  { maxLength: 20 },
)

const locksWithoutDate = { locked: true, lockedAt: null }

it('an unlocked customer is locked only by a changed update, or by a lock later than the last unlock', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      for (const { before, step, state } of walk(steps)) {
        if (!('word' in step) || before.locked || !step.word.locked) continue
        const { lockedAt } = step.word
        const isLater = lockedAt != null && before.unlockedAt !== null && lockedAt > before.unlockedAt
        expect(state.locked).toBe(!before.platformLocked || isLater)
      }
    }),
  )
})

it('a customer stays unlocked however often the platform repeats its last update after the unlock', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 5 }), (steps, repetitions) => {
      const repeats = Array.from({ length: repetitions }, () => ({ word: locksWithoutDate }))

      const last = walk([...steps, { word: locksWithoutDate }, { unlock: true }, ...repeats]).at(-1)

      expect(last?.state.locked).toBe(false)
    }),
  )
})

it('a customer whom the platform locks anew is locked after any history', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const told = walk([...steps, { word: { locked: false } }, { word: locksWithoutDate }]).at(-1)
      const dated = walk([...steps, { unlock: true }, { word: { locked: true, lockedAt: new Date(99_000) } }]).at(-1)

      expect([told?.state.locked, dated?.state.locked]).toEqual([true, true])
    }),
  )
})

it('an update that repeats the one before never changes a lock, and `locked: false` always unlocks', () => {
  fc.assert(
    fc.property(histories, words, (steps, word) => {
      const [, once, twice] = walk([...steps, { unlock: true }, { word }, { word }]).slice(-3)

      expect(twice?.state.locked).toBe(once?.state.locked)
      expect(walk([...steps, { word: { locked: false } }]).at(-1)?.state.locked).toBe(false)
    }),
  )
})

it('updates that say nothing about the lock change nothing, wherever they stand in a history', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const isSilent = (step: Step) => 'word' in step && step.word.locked === undefined
      const walked = walk(steps)
      const spoken = walked.filter(({ step }) => !isSilent(step))

      expect(walked.filter(({ step }) => isSilent(step)).every(({ before, state }) => isEqual(before, state))).toBe(
        true,
      )
      expect(spoken.every(({ before }, index) => isEqual(before, spoken[index - 1]?.state ?? nothingKnown))).toBe(true)
    }),
  )
})

const isEqual = (one: LockState, other: LockState) => JSON.stringify(one) === JSON.stringify(other)
