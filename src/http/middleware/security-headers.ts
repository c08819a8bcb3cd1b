import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Sets the security headers: browsers run only our own files and `inlineScripts`, and no page may frame ours. */
export const securityHeaders = (publicOrigin: string | null, inlineScripts: readonly string[]): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        // The component library, the editor of the explorer and the API reference set styles from scripts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        // 'self' includes our WebSocket: https://www.w3.org/TR/CSP3/#match-schemes
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
