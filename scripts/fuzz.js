// A longer run of test/fuzz with other values each time: node scripts/fuzz.js. FUZZ_RUNS sets the number of values per
// test; FUZZ_SEED repeats a run.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const { FUZZ_RUNS = '1000', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env
const again = `FUZZ_RUNS=${FUZZ_RUNS} FUZZ_SEED=${FUZZ_SEED} npm run fuzz`
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']

console.log(`The same again: ${again}`)
const { status } = spawnSync(process.execPath, [...jest, 'test/fuzz', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS, FUZZ_SEED },
})
if (status !== 0) console.log(`Something was found. The same again: ${again}`)
process.exitCode = status ?? 1
