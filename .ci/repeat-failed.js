// Runs the few test files that failed once more, one at a time: on a busy machine a browser or a process can be too
// slow for a test. A file that fails again fails the run; one that passes is named as unstable, to be looked at.
// Usage: node .ci/repeat-failed.js NPM_SCRIPT RESULTS, where RESULTS is what `jest --json --outputFile` wrote.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** With more failed files than this, a busy machine is not the cause. */
const maxRepeated = 3

const [script, results] = process.argv.slice(2)
process.exitCode = repeat(failedFiles())

function repeat(files) {
  if (files.length === 0 || files.length > maxRepeated) return 1
  console.error(`\nOnce more, one at a time: ${files.join(' ')}`)
  const jest = ['--runInBand', '--runTestsByPath', ...files]
  const status = spawnSync('npm', ['run', '--silent', script, '--', ...jest], { stdio: 'inherit' }).status ?? 1
  if (status === 0) console.error(`\nwarning: unstable, failed and then passed: ${files.join(' ')}`)
  return status
}

/** The test files that failed; none if the tests could not be run at all. */
function failedFiles() {
  try {
    const { testResults } = JSON.parse(readFileSync(results, 'utf8'))
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name))
  } catch {
    return []
  }
}
