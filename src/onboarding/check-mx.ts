import { resolveMx as resolveMxByDns } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MxOutcome } from '../generated/prisma/enums.ts'

/** Looks up the mail servers of a domain, as `dns.resolveMx` does. */
export type ResolveMx = (domain: string) => Promise<readonly { exchange: string; priority: number }[]>

/** The result for a domain, with its mail servers in order of preference. */
export type MxAnswer = { outcome: MxOutcome; hosts: string[] }

/** The look-up in the domain name system. */
export const systemResolveMx: ResolveMx = resolveMxByDns

const timeoutMs = 5_000
const maxHosts = 10

const outcomes: Readonly<Record<string, MxOutcome>> = {
  ENODATA: 'NONE',
  ENOTFOUND: 'NO_DOMAIN',
  ETIMEOUT: 'TIMED_OUT',
}

/** Asks for the mail servers of a domain, for at most five seconds. */
export async function checkMx(resolveMx: ResolveMx, domain: string, waitMs = timeoutMs): Promise<MxAnswer> {
  const abort = new AbortController()
  const timedOut = sleep(waitMs, 'timeout' as const, { signal: abort.signal, ref: false }).catch(
    () => 'timeout' as const,
  )
  try {
    const found = await Promise.race([resolveMx(domain), timedOut])
    return found === 'timeout' ? { outcome: 'TIMED_OUT', hosts: [] } : answerOf(found)
  } catch (error) {
    const { code } = error as { code?: unknown }
    return { outcome: (typeof code === 'string' ? outcomes[code] : undefined) ?? 'FAILED', hosts: [] }
  } finally {
    abort.abort()
  }
}

function answerOf(found: Awaited<ReturnType<ResolveMx>>): MxAnswer {
  const hosts = found
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ exchange }) => exchange.toLowerCase())
    // A null MX record declares that a domain receives no mail (RFC 7505).
    .filter((host) => host !== '' && host !== '.')
    .slice(0, maxHosts)
  return { outcome: hosts.length > 0 ? 'FOUND' : 'NONE', hosts }
}
