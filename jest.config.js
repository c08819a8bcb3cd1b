/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // Several instances share a database only on PostgreSQL.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_DATABASE_URL ? [] : ['<rootDir>/test/(instances|faults)/']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
  testTimeout: 120_000,
  // Two cores are two workers; by default one of them would stand by.
  maxWorkers: '100%',
}
