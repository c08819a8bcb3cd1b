import { type ServiceDetails, useServiceOf } from '../../api/health/services.ts'
import { usePermission } from '../../api/auth/session.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { formatPeriod } from '../../format/formatPeriod.ts'
import { formatRelative } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import { intervalText } from '../../services/intervalText.ts'
import { KeyNotice } from '../../services/KeyNotice.tsx'
import { Sends } from '../../services/Sends.tsx'
import { WatchService } from '../../services/WatchService.tsx'
import { DescriptionList, type Fact, itemsOf } from '../../ui/display/DescriptionList.tsx'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import panel from '../../ui/layout/Panel.module.css'
import { useNow } from '../../ui/useNow.ts'
import { ServiceSubjects } from './ServiceSubjects.tsx'

const text = localize(
  {
    title: 'Servicio',
    names: {
      interval: 'Informa',
      limit: 'Falla si calla',
      observed: 'Últimos informes',
      lastReport: 'Último informe',
      sends: 'Envía',
    },
    limit: (period: string) => `más de ${period}`,
    unwatched: 'nunca: no se vigila',
    observed: (period: string) => `cada ${period}`,
    several: (names: string) =>
      `Con su clave envían varios servicios: ${names}. Para vigilar cada uno hace falta una clave por servicio.`,
    refused: (n: string, ago: string, why: string) =>
      `Peticiones rechazadas desde su último informe: ${n}, la última ${ago}: ${why}.`,
    refusedBefore: (ago: string, why: string) => `La última petición rechazada, ${ago}: ${why}.`,
  },
  {
    title: 'Service',
    names: {
      interval: 'Reports',
      limit: 'Fails if silent',
      observed: 'Last reports',
      lastReport: 'Last report',
      sends: 'Sends',
    },
    limit: (period) => `for more than ${period}`,
    unwatched: 'never: it is not watched',
    observed: (period) => `every ${period}`,
    several: (names) =>
      `Several services send with its token: ${names}. To watch each, one token for each service is needed.`,
    refused: (n, ago, why) => `Requests refused since its last report: ${n}, the last ${ago}: ${why}.`,
    refusedBefore: (ago, why) => `The last request that was refused, ${ago}: ${why}.`,
  },
)

/**
 * The service behind the integration with this key: its data, its reporting interval, and the data that was refused.
 */
export function ServiceFacts({ integrationKey }: { integrationKey: string }) {
  const { data: service } = useServiceOf(integrationKey)
  const canManage = usePermission('manage:Subject')
  return (
    <>
      <Section title={text.title} aside={service && canManage && <WatchService service={service} />}>
        <DescriptionList items={itemsOf(facts, service ?? undefined)} />
        {service && <Notices service={service} />}
      </Section>
      {service && service.subjects.length > 0 && <ServiceSubjects subjects={service.subjects} />}
    </>
  )
}

const facts: readonly Fact<ServiceDetails>[] = [
  { name: text.names.interval, valueOf: ({ intervalSeconds }) => intervalText(intervalSeconds) },
  {
    name: text.names.limit,
    valueOf: ({ limitSeconds }) => (limitSeconds === null ? text.unwatched : text.limit(formatPeriod(limitSeconds))),
  },
  {
    name: text.names.observed,
    valueOf: ({ observedIntervalSeconds: seconds }) => (seconds === null ? null : text.observed(formatPeriod(seconds))),
  },
  {
    name: text.names.lastReport,
    valueOf: ({ lastReportAt }) => lastReportAt && <Timestamp at={lastReportAt} ago />,
  },
  { name: text.names.sends, valueOf: (service) => <Sends telemetry={service} /> },
]

function Notices({ service }: { service: ServiceDetails }) {
  const now = useNow()
  const { lastRefusal, serviceNames } = service
  const notices = [
    lastRefusal && describeRefusal(lastRefusal, formatRelative(lastRefusal.at, now)),
    serviceNames.length > 1 && text.several(serviceNames.join(', ')),
  ].filter((notice) => typeof notice === 'string')
  return (
    <div className={panel.body}>
      {notices.map((notice) => (
        <p key={notice}>
          <StatusDot tone="odd">{notice}</StatusDot>
        </p>
      ))}
      <KeyNotice service={service} />
    </div>
  )
}

const describeRefusal = (refusal: NonNullable<ServiceDetails['lastRefusal']>, ago: string) =>
  refusal.count > 0
    ? text.refused(formatInteger(refusal.count), ago, refusal.text)
    : text.refusedBefore(ago, refusal.text)
