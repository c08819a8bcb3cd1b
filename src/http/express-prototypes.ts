import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Classes of requests and answers that are Express's from the start. Express gives whatever it handles another prototype; what
 * is handled beside it would be of another shape, and Node's own code, which sees both, would be slower for either
 * (docs/decisions/0010-shapes-that-are-kept.md).
 */
export function createExpressPrototypes() {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  return {
    options: { IncomingMessage: Request, ServerResponse: Response },
    /** Has an app find its prototypes where they are already. */
    applyTo(app: Express): void {
      Object.setPrototypeOf(Request.prototype, app.request)
      Object.setPrototypeOf(Response.prototype, app.response)
      Object.assign(app, { request: Request.prototype, response: Response.prototype })
    },
  }
}
