// Loaded into every measured process (`node --import`): reports its usage over IPC, on request after a garbage
// collection.
process.on('message', (message) => {
  if (message?.meter !== true) return
  if (message.collect) for (let again = 0; again < 3; again++) globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send({ meter: { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() } })
})
process.on('disconnect', () => process.exit())
