// Mutation testing of the rules that must not rot: a fault is planted in them, one at a time, and some test has to fail.
// docs/mutation.md says how to run it and what was measured.
import { groups } from './scripts/mutation-groups.js'

const { MUTATION_GROUP: name = 'evaluation' } = process.env
const { mutate, tests } = groups[name]

export default {
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    configFile: 'jest.config.js',
    config: { testMatch: tests.map((test) => `<rootDir>/test/${test}.test.ts`) },
    enableFindRelatedTests: false,
  },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  incrementalFile: `dist/mutation/${name}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `dist/mutation/${name}.json` },
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: 'dist/mutation/sandbox',
  ignorePatterns: ['/dist', '/data', '/web', '/docs', '/deploy', '/bench'],
  disableTypeChecks: false,
}
