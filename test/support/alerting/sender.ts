import { createSender } from '../../../src/alerting/channels/sender.ts'
import { createOutbound } from '../../../src/alerting/outbound/outbound.ts'
import type { SmtpSettings } from '../../../src/config.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { readRanges } from '../../../src/setting-values.ts'

type Settings = { smtp?: SmtpSettings | null; pagerdutyUrl?: string; now?: () => number }

/** A sender that may call this machine. */
export const givenSender = ({ smtp = null, pagerdutyUrl = '', now = () => Date.now() }: Settings = {}) =>
  createSender({
    settings: { smtp, environment: 'STG', pagerdutyUrl },
    outbound: createOutbound({ allowed: readRanges('127.0.0.1'), clock: systemClock }),
    clock: { ...systemClock, now },
  })
