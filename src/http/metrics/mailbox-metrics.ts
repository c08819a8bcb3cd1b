import { Gauge, type Registry } from 'prom-client'
import type { MailboxStatus } from '../../trade/mailbox/mailbox-state.ts'

/**
 * Creates the gauges of the mailbox of SINLI messages, which are the same on each instance. The returned function sets
 * them; null removes them, for an installation without a mailbox.
 */
export function createMailboxGauges(registry: Registry): (mailbox: MailboxStatus | null) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const connected = gauge('vigia_sinli_mailbox_connected', 'Whether the mailbox is open: 1 or 0.', [])
  const mails = gauge('vigia_sinli_mailbox_mails', 'Mails since the mailbox was configured, by what became of them.', [
    'result',
  ])
  const run = gauge('vigia_sinli_mailbox_run_mails', 'Mails of the present or last run: read, or still waiting.', [
    'state',
  ])
  return (mailbox) => {
    for (const one of [connected, mails, run]) one.reset()
    // A gauge without labels is 0 after a reset, instead of absent.
    connected.remove()
    if (mailbox === null) return
    connected.set(mailbox.connected ? 1 : 0)
    for (const result of ['read', 'skipped', 'oversized', 'unreadable'] as const) mails.set({ result }, mailbox[result])
    run.set({ state: 'waiting' }, mailbox.backlog)
    run.set({ state: 'read' }, mailbox.backlogTotal - mailbox.backlog)
  }
}
