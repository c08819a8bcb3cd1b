import { log } from '../lib/log.ts'
import { newTrace, traceHeaders } from '../lib/trace-context.ts'
import type { Outbound } from './outbound/outbound.ts'

/** Requests a URL, so that its monitor detects when this service stops. A failure is logged. */
export async function sendHeartbeat(outbound: Outbound, url: string): Promise<void> {
  const { error } = await outbound.send(url, { method: 'GET', headers: traceHeaders(newTrace()) })
  if (error !== null) log.warn({ error }, 'the heartbeat was not received; trying again in a minute')
}
