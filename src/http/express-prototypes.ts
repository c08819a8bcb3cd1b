import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Request and response classes for `createServer` that already have Express's prototypes. Express replaces the
 * prototype of each request it handles; requests handled without it would then have another hidden class, which slows
 * down Node's own code for both (docs/decisions/0010-v8-hidden-classes.md).
 */
export function createExpressPrototypes() {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  return {
    options: { IncomingMessage: Request, ServerResponse: Response },
    /** Makes these classes the app's own prototypes, so that Express replaces nothing. */
    applyTo(app: Express): void {
      Object.setPrototypeOf(Request.prototype, app.request)
      Object.setPrototypeOf(Response.prototype, app.response)
      Object.assign(app, { request: Request.prototype, response: Response.prototype })
    },
  }
}
