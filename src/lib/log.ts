import { pino } from 'pino'

/** The log of the process: JSON lines on standard output, secrets redacted. */
export const log = pino({
  redact: {
    paths: [
      'req.headers.cookie',
      'req.headers.authorization',
      'res.headers["set-cookie"]',
      '*.password',
      'password',
      'authorization',
      'cookie',
    ],
    censor: '[redacted]',
  },
})
