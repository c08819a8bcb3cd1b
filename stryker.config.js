// Mutation testing of the rules that must not rot: a fault is planted in them, one at a time, and some test has to fail.
// docs/mutation.md says how to run it and what was measured.
import { createRequire } from 'node:module'
import { groups } from './scripts/mutation-groups.js'

const { MUTATION_GROUP: name = 'evaluation' } = process.env
const { mutate, tests } = groups[name]

// Installed in bench/, which the sandbox does not contain.
const swc = createRequire(new URL('./bench/package.json', import.meta.url)).resolve('@swc/jest')

export default {
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    configFile: 'jest.config.js',
    config: {
      testMatch: tests.map((test) => `<rootDir>/test/${test}{.unit,}.test.ts`),
      // Mutants are switched on inside Jest's own module registry.
      testRunner: 'jest-circus/runner',
      extensionsToTreatAsEsm: ['.ts'],
      transform: {
        '^.+\\.ts$': [swc, { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
      },
    },
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
