import { Gauge, type Registry } from 'prom-client'
import type { ServiceRecord } from '../../monitoring/services/service-queries.ts'

/** Creates the gauges of services, the same on each instance. The returned function sets them. */
export function createServiceGauges(registry: Registry): (services: readonly ServiceRecord[]) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['source'] as const, registers: [registry] })
  const silent = gauge('vigia_source_silent', 'Whether a service is silent, as its stated interval says: 1 or 0.')
  const lastReport = gauge('vigia_source_last_report_seconds', 'Time of the last report of a service, in Unix time.')
  return (services) => {
    for (const one of [silent, lastReport]) one.reset()
    for (const service of services) {
      const labels = { source: labelOf(service, services) }
      silent.set(labels, service.integration?.state === 'FALLANDO' ? 1 : 0)
      if (service.lastReportAt) lastReport.set(labels, service.lastReportAt.getTime() / 1_000)
    }
  }
}

/** The name of a service; its id is added if another service has the same name. */
const labelOf = ({ id, name }: ServiceRecord, services: readonly ServiceRecord[]): string =>
  services.some((other) => other.name === name && other.id !== id) ? `${name} (${id})` : name
