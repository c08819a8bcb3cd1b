import type { Request, Response } from 'express'
import type { ReportRefusal } from '../../monitoring/telemetry/sources/refusal.ts'

/** The routes whose accepted requests are reports of a service. */
const reportPaths: ReadonlySet<string> = new Set(['/ingest/v1/observations', '/ingest/otlp/v1/metrics'])

/** Whether a request to the ingest API would be a report. */
export const isReport = ({ method, baseUrl, path }: Pick<Request, 'method' | 'baseUrl' | 'path'>): boolean =>
  method === 'POST' && reportPaths.has(baseUrl + path)

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
export function noteRefusal(req: Request, res: Response, note: (reason: ReportRefusal) => void): void {
  if (!isReport(req)) return
  res.once('finish', () => {
    const reason = reasons[res.statusCode]
    if (reason) note(reason)
  })
}
