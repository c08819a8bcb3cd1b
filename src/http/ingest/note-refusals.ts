import type { RequestHandler, Response } from 'express'
import type { ReportRefusal } from '../../monitoring/telemetry/sources/refusal.ts'

/** The routes whose accepted requests are reports of a service. */
export const reportPaths = ['/ingest/v1/observations', '/ingest/otlp/v1/metrics']

/** Middleware for `reportPaths`: marks a POST request as a report. */
export const markReport: RequestHandler = (req, res, next) => {
  res.locals.isReport = req.method === 'POST'
  next()
}

/** Whether a request to the ingest API is a report, accepted or not. */
export const isReport = ({ locals }: Response): boolean => locals.isReport === true

/** The reasons for refusals by HTTP status. Other statuses are not refusals: after our own failures, clients repeat. */
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
