import { createFairSemaphore } from '../../src/auth/fair-semaphore.ts'

/** Tasks that end on request, and the names of those that have begun. */
function givenWork(semaphore: ReturnType<typeof createFairSemaphore>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: string, name: string) =>
    semaphore(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  async function endOne() {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, endOne }
}

it('a fair semaphore runs as many tasks as it has slots, and the others in order of arrival', async () => {
  const { begun, ask, endOne } = givenWork(createFairSemaphore({ slots: 2, maxQueueLength: 10, maxWaiting: 10 }))
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask('one', name))

  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (let left = 0; left < 3; left++) await endOne()
  await Promise.all(asked)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('a fair semaphore takes turns between queues, so that one cannot starve another', async () => {
  const { begun, ask, endOne } = givenWork(createFairSemaphore({ slots: 1, maxQueueLength: 10, maxWaiting: 20 }))
  const asked = [...['f1', 'f2', 'f3', 'f4'].map((name) => ask('flood', name)), ask('other', 'o1')]

  for (let left = 0; left < 5; left++) await endOne()

  await Promise.all(asked)
  expect(begun).toEqual(['f1', 'f2', 'o1', 'f3', 'f4'])
})

it('a fair semaphore rejects a task whose queue is full, and continues after a task that fails', async () => {
  const semaphore = createFairSemaphore({ slots: 1, maxQueueLength: 1, maxWaiting: 5 })
  const failing = semaphore('one', () => Promise.reject(new Error('broken')))
  const waiting = semaphore('one', () => Promise.resolve('done'))

  await expect(semaphore('one', () => Promise.resolve())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfterSeconds: 5,
  })
  await expect(failing).rejects.toThrow('broken')
  await expect(waiting).resolves.toBe('done')
  await expect(semaphore('one', () => Promise.resolve('again'))).resolves.toBe('again')
})
