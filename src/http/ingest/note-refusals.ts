import type { RequestHandler, Response } from 'express'
import type { ReportRefusal } from '../../monitoring/telemetry/sources/refusal.ts'

/** The routes whose accepted requests are reports of a service. */
export const reportPaths = ['/ingest/v1/observations', '/ingest/otlp/v1/metrics']

/** Marks a request as one to such a route: the router decides which are. */
export const markReport: RequestHandler = (req, res, next) => {
  res.locals.isReport = req.method === 'POST'
  next()
}

/** Whether a request to the ingest API would be a report. */
export const isReport = ({ locals }: Response): boolean => locals.isReport === true

/** Why requests with these statuses are refused. Others are no refusals: what fails for us can be repeated. */
const reasons: Partial<Record<number, ReportRefusal>> = {
  400: 'INVALID',
  403: 'MISSING_SCOPE',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_FORMAT',
  422: 'INVALID',
  429: 'TOO_MANY_REQUESTS',
}

/** Calls `note` with the reason once a report is refused. */
export function noteRefusal(res: Response, note: (reason: ReportRefusal) => void): void {
  if (!isReport(res)) return
  res.once('finish', () => {
    const reason = reasons[res.statusCode]
    if (reason) note(reason)
  })
}
