import { createFairSemaphore } from '../../src/auth/fair-semaphore.ts'

/** Work that takes until it is told to end, and a note of what began. */
function givenWork(gate: ReturnType<typeof createFairSemaphore>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: string, name: string) =>
    gate(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  async function endOne() {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, endOne }
}

it('lets so many through at a time, and the others in the order in which they came', async () => {
  const { begun, ask, endOne } = givenWork(createFairSemaphore({ slots: 2, maxQueueLength: 10, maxWaiting: 10 }))
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask('one', name))

  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (let left = 0; left < 3; left++) await endOne()
  await Promise.all(asked)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('lets the lines take turns, so that a flood keeps nobody else out', async () => {
  const { begun, ask, endOne } = givenWork(createFairSemaphore({ slots: 1, maxQueueLength: 10, maxWaiting: 20 }))
  const asked = [...['f1', 'f2', 'f3', 'f4'].map((name) => ask('flood', name)), ask('other', 'o1')]

  for (let left = 0; left < 5; left++) await endOne()

  await Promise.all(asked)
  expect(begun).toEqual(['f1', 'f2', 'o1', 'f3', 'f4'])
})

it('refuses those who find their line full, and goes on when work fails', async () => {
  const gate = createFairSemaphore({ slots: 1, maxQueueLength: 1, maxWaiting: 5 })
  const failing = gate('one', () => Promise.reject(new Error('broken')))
  const waiting = gate('one', () => Promise.resolve('done'))

  await expect(gate('one', () => Promise.resolve())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfterSeconds: 5,
  })
  await expect(failing).rejects.toThrow('broken')
  await expect(waiting).resolves.toBe('done')
  await expect(gate('one', () => Promise.resolve('again'))).resolves.toBe('again')
})
