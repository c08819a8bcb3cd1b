// Builds what is not committed: the generated code, the server in dist/, the web application in dist/web/. Skips steps
// that are up to date; --force runs all.
import { allSteps, runSteps } from './build-steps.js'

try {
  await runSteps(allSteps, { force: process.argv.includes('--force') })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
