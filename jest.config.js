import { availableParallelism, totalmem } from 'node:os'

// A worker keeps up to three databases in memory.
const bytesPerWorker = 2 * 2 ** 30

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/runner/install-packages.js',
  testRunner: '<rootDir>/test/runner/native-modules.js',
  // Several instances share a database only on PostgreSQL; `npm run test:faults` sets FAULT_ROUNDS.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_DATABASE_URL ? [] : ['<rootDir>/test/(instances|faults)/']),
    ...(process.env.FAULT_ROUNDS ? [] : ['\\.long\\.test\\.ts$']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
  // Seconds suffice on an idle machine; at a load of twelve per core, tests took over two minutes.
  testTimeout: 300_000,
  // Tests wait for processes, browsers and timers part of the time, in which another worker has work. Three workers
  // leave two processors no time to wait; each further one loads all modules once more.
  maxWorkers: Math.max(1, Math.min(Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / bytesPerWorker))),
}
