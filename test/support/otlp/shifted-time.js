// Preloaded in a service under test: its clock follows that of the test, which sends the difference in milliseconds.
let shift = 0
process.on('message', (ms) => {
  shift = ms
  process.send(ms)
})
process.channel.unref()
const { now } = Date
const elapsed = performance.now.bind(performance)
Date.now = () => now() + shift
performance.now = () => elapsed() + shift
