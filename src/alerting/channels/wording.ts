import type { Kind } from '../../generated/prisma/client.ts'
import { createDurationText } from '../../lib/duration-text.ts'
import { createTimeText } from '../../lib/wall-time.ts'
import type { Language } from '../../lib/language.ts'
import type { AlertIncident } from '../message.ts'

type Counts = { firing: number; resolved: number }

/** The texts in a language. Names and times are passed in already formatted. */
export type Wording = {
  kinds: Readonly<Record<Kind, string>>
  criticalKinds: Readonly<Record<Kind, string>>
  groupsByKind: Readonly<Record<Kind, string>>
  states: Readonly<Record<AlertIncident['severity'] | 'RESOLVED', string>>
  area: (area: string) => string
  since: (time: string) => string
  resolvedAfter: (time: string, duration: string) => string
  takenBy: (name: string) => string
  notTaken: string
  counts: (counts: Counts) => string
  open: (count: number, acknowledged: number) => string
  resolved: (count: number) => string
  more: (count: number) => string
  testTitle: string
  test: (by: string) => string
  digestTitle: (counts: { opened: number; resolved: number; open: number }) => string
  digestPeriod: (from: string, to: string) => string
  expiringKeys: (keys: readonly { service: string; at: string }[], omitted: number) => string
  eventTitle: string
  allIncidents: string
  openPage: string
  time: (iso: string) => string
  duration: (ms: number) => string
}

const spanish: Wording = {
  kinds: { LIBRERIAS: 'Librería', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integración' },
  criticalKinds: { LIBRERIAS: 'Librería crítica', ENDPOINTS: 'Endpoint crítico', INTEGRACIONES: 'Integración crítica' },
  groupsByKind: { LIBRERIAS: 'Librerías', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integraciones' },
  states: { FALLANDO: 'Fallando', DEGRADADO: 'Degradado', RESOLVED: 'Resuelto' },
  area: (area) => `, área ${area}`,
  since: (time) => `Desde el ${time}.`,
  resolvedAfter: (time, duration) => `Resuelto el ${time}, tras ${duration}.`,
  takenBy: (name) => `Lo atiende ${name}.`,
  notTaken: 'Nadie lo atiende.',
  counts: ({ firing, resolved }) =>
    join(' y ', [
      firing > 0 && `${firing} ${firing === 1 ? 'incidente abierto' : 'incidentes abiertos'}`,
      resolved > 0 && `${resolved} ${resolved === 1 ? 'resuelto' : 'resueltos'}`,
    ]),
  open: (count, acknowledged) =>
    `Abiertos: ${count}${acknowledged > 0 ? ` (${acknowledged} con quien los atiende)` : ''}`,
  resolved: (count) => `Resueltos: ${count}`,
  more: (count) => `Y ${count} más.`,
  testTitle: 'Prueba de Vigía',
  test: (by) => `${by} ha enviado esta prueba: los avisos llegan aquí.`,
  digestTitle: ({ opened, resolved, open }) =>
    `Resumen del día: ${opened} abiertos, ${resolved} resueltos, ${open} por resolver`,
  digestPeriod: (from, to) => `Del ${from} al ${to}.`,
  expiringKeys: (keys, omitted) =>
    `Caducan claves de servicios: ${keys.map(({ service, at }) => `«${service}», el ${at}`).join('; ')}${omitted > 0 ? `; y ${omitted} más` : ''}.`,
  eventTitle: 'Aviso de Vigía',
  allIncidents: 'Ver los incidentes',
  openPage: 'Abrir Vigía',
  ...createFormats('es-ES'),
}

const english: Wording = {
  kinds: { LIBRERIAS: 'Bookshop', ENDPOINTS: 'Endpoint', INTEGRACIONES: 'Integration' },
  criticalKinds: {
    LIBRERIAS: 'Critical bookshop',
    ENDPOINTS: 'Critical endpoint',
    INTEGRACIONES: 'Critical integration',
  },
  groupsByKind: { LIBRERIAS: 'Libraries', ENDPOINTS: 'Endpoints', INTEGRACIONES: 'Integrations' },
  states: { FALLANDO: 'Failing', DEGRADADO: 'Degraded', RESOLVED: 'Resolved' },
  area: (area) => `, area ${area}`,
  since: (time) => `Since ${time}.`,
  resolvedAfter: (time, duration) => `Resolved on ${time}, after ${duration}.`,
  takenBy: (name) => `${name} is handling it.`,
  notTaken: 'Nobody is handling it.',
  counts: ({ firing, resolved }) =>
    join(' and ', [
      firing > 0 && `${firing} open ${firing === 1 ? 'incident' : 'incidents'}`,
      resolved > 0 && `${resolved} resolved`,
    ]),
  open: (count, acknowledged) => `Open: ${count}${acknowledged > 0 ? ` (${acknowledged} being handled)` : ''}`,
  resolved: (count) => `Resolved: ${count}`,
  more: (count) => `And ${count} more.`,
  testTitle: 'Test of Vigía',
  test: (by) => `${by} has sent this test: messages arrive here.`,
  digestTitle: ({ opened, resolved, open }) =>
    `Summary of the day: ${opened} opened, ${resolved} resolved, ${open} still open`,
  digestPeriod: (from, to) => `From ${from} to ${to}.`,
  expiringKeys: (keys, omitted) =>
    `Tokens of services expire: ${keys.map(({ service, at }) => `“${service}” on ${at}`).join('; ')}${omitted > 0 ? `; and ${omitted} more` : ''}.`,
  eventTitle: 'Message from Vigía',
  allIncidents: 'See the incidents',
  openPage: 'Open Vigía',
  ...createFormats('en-GB'),
}

/** The words of each language. */
export const wordings: Readonly<Record<Language, Wording>> = { es: spanish, en: english }

function join(separator: string, parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(separator)
}

/** Formats of durations, and of times in the time zone of the platform's business. */
function createFormats(locale: string): Pick<Wording, 'time' | 'duration'> {
  const duration = createDurationText(locale)
  return {
    time: createTimeText(locale),
    duration: (ms) => duration(Math.round(ms / 1_000)),
  }
}
