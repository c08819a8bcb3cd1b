import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** What browsers may do with our answers: only our own files run, nobody frames them. */
export const securityHeaders = (publicOrigin: string | null): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library, the editor of the explorer and the reference of the API set styles from scripts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        // 'self' is our WebSocket as well: https://www.w3.org/TR/CSP3/#match-schemes
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: publicOrigin?.startsWith('https://') ?? false,
    xFrameOptions: { action: 'deny' },
  })
