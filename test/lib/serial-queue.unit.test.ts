import { createSerialQueue } from '../../src/lib/serial-queue.ts'

const deferred = () => {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

it.each([{ yields: false }, { yields: true }])(
  'a serial queue runs one task of a key at a time: %j',
  async (options) => {
    const enqueue = createSerialQueue(options)
    const [first, events] = [deferred(), [] as string[]]
    const task = (name: string, until: Promise<void>) => async () => {
      events.push(`${name} begins`)
      await until
      events.push(`${name} ends`)
      return name
    }

    const results = [
      enqueue(task('a', first.promise), 'x'),
      enqueue(task('b', Promise.resolve()), 'x'),
      enqueue(task('c', Promise.resolve()), 'y'),
    ]
    await results[2]
    const before = [...events]
    first.resolve()

    expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
    expect(before).toEqual(['a begins', 'c begins', 'c ends'])
    expect(events.slice(3)).toEqual(['a ends', 'b begins', 'b ends'])
  },
)

it('a task that fails does not stop the next one of a serial queue', async () => {
  const enqueue = createSerialQueue()

  const failed = enqueue(() => Promise.reject(new Error('no')))
  const next = enqueue(() => Promise.resolve('yes'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await enqueue(() => Promise.resolve('again'))).toBe('again')
})

it('only a serial queue that yields lets the event loop turn before a task', async () => {
  let turned = false
  setImmediate(() => (turned = true))

  const atOnce = await createSerialQueue()(() => Promise.resolve(turned))
  const later = await createSerialQueue({ yields: true })(() => Promise.resolve(turned))

  expect([atOnce, later]).toEqual([false, true])
})
