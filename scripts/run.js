// Runs one of the command line tools: node scripts/run.js NAME ARGUMENTS…
import './build.js'

const [name] = process.argv.splice(2, 1)
await import(`../dist/cli/${name}.js`)
