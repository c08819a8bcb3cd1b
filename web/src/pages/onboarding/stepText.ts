import { formatInteger } from '../../format/formatNumber.ts'
import { formatFullTime } from '../../format/formatTime.ts'
import { stateLabels } from '../../health/labels.ts'
import { localize, plural } from '../../i18n.ts'

type Values = Readonly<Record<string, unknown>>

const text = (values: Values, name: string) => {
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
const list = (values: Values, name: string) => (Array.isArray(values[name]) ? values[name].join(', ') : '')
const integer = (values: Values, name: string) => formatInteger(Number(values[name]))
const time = (values: Values, name: string) => formatFullTime(text(values, name))
const state = (values: Values) => stateLabels[text(values, 'state') as keyof typeof stateLabels]

const fieldLabels: Readonly<Record<string, string>> = localize(
  { name: 'el nombre', city: 'la población', province: 'la provincia', email: 'el correo' },
  { name: 'name', city: 'town', province: 'province', email: 'e-mail' },
)

const fields = (values: Values) =>
  (Array.isArray(values.fields) ? values.fields : []).map((field) => fieldLabels[String(field)]).join(', ')

type Sentences = Readonly<Record<string, (values: Values) => string>>

const sentences = localize<Sentences>(
  {
    RECORD_COMPLETE: () => 'La plataforma ha enviado nombre, población, provincia y correo.',
    RECORD_INCOMPLETE: (v) => `La plataforma no ha enviado ${fields(v)}.`,
    EMAIL_MISSING: () => 'No tiene correo.',
    EMAIL_INVALID: (v) => `«${text(v, 'email')}» no es una dirección de correo.`,
    MX_NOT_CHECKED: (v) => `Nadie ha comprobado todavía si ${text(v, 'domain')} recibe correo.`,
    MX_FOUND: (v) => `${text(v, 'domain')} recibe correo en ${list(v, 'hosts')}. Comprobado el ${time(v, 'at')}.`,
    MX_NONE: (v) =>
      `${text(v, 'domain')} existe, pero no tiene servidor de correo (MX). Comprobado el ${time(v, 'at')}.`,
    MX_NO_DOMAIN: (v) => `El dominio ${text(v, 'domain')} no existe: puede que la dirección esté mal escrita.`,
    MX_TIMED_OUT: (v) =>
      `Los servidores de nombres de ${text(v, 'domain')} no respondieron a tiempo: compruébalo otra vez.`,
    MX_FAILED: (v) =>
      `Los servidores de nombres no pudieron responder por ${text(v, 'domain')}: compruébalo más tarde.`,
    SINLI_ID_MISSING: () => 'No tiene identificador SINLI.',
    SINLI_ID_MALFORMED: (v) => `El identificador ${text(v, 'sinliId')} no tiene ocho letras y cifras.`,
    SINLI_ID_TAKEN: (v) => `El identificador ${text(v, 'sinliId')} es también el de ${text(v, 'holder')}.`,
    SINLI_ID_VALID: (v) => `Su identificador es ${text(v, 'sinliId')}.`,
    PENDING_NEEDS_SINLI_ID: () => 'Sin identificador SINLI no se sabe qué mensajes la esperan.',
    PENDING_NONE: () => 'Ningún mensaje espera porque no se conociera su identificador.',
    PENDING_MESSAGES: (v) =>
      plural(
        Number(v.count),
        `1 mensaje falló porque no se conocía ${text(v, 'sinliId')}.`,
        `${integer(v, 'count')} mensajes fallaron porque no se conocía ${text(v, 'sinliId')}.`,
      ),
    NO_MESSAGE: () => 'No ha llegado ningún mensaje suyo ni para ella.',
    FIRST_MESSAGE: (v) => `Llegó el ${time(v, 'at')}.`,
    NO_DOCUMENT: () => 'No se ha procesado ningún documento suyo ni para ella.',
    FIRST_DOCUMENT: (v) => `${text(v, 'document')}, llegado el ${time(v, 'at')}.`,
    NO_CUSTOMERS: () => 'No tiene clientes.',
    CUSTOMERS: (v) => `Clientes: ${integer(v, 'count')}; con el acceso bloqueado: ${integer(v, 'locked')}.`,
    NO_SAMPLES: () => 'Ninguna operación suya se ha medido en las últimas 24 horas.',
    STATE_UNKNOWN: () => 'Sus operaciones se miden, pero son pocas para saber cómo está.',
    SIGNALS: (v) => `Sus operaciones se miden. Estado: ${state(v)}.`,
    NOT_TICKED: () => 'Nadie lo ha marcado.',
    TICKED: () => 'Marcado a mano.',
    INCIDENT_OPEN: (v) => `Su incidente nº ${text(v, 'number')} sigue abierto.`,
    NOT_OPERATIONAL: (v) => `Estado: ${state(v)}. Tiene que estar operativa 72 horas.`,
    STABLE_SOON: (v) =>
      `Operativa y sin incidentes desde el ${time(v, 'since')}; las 72 horas se cumplen el ${time(v, 'at')}.`,
    STABLE: (v) => `Operativa y sin incidentes desde hace 72 horas: desde el ${time(v, 'since')}.`,
  },
  {
    RECORD_COMPLETE: () => 'The platform has sent its name, town, province and e-mail.',
    RECORD_INCOMPLETE: (v) => `The platform has not sent its ${fields(v)}.`,
    EMAIL_MISSING: () => 'It has no e-mail.',
    EMAIL_INVALID: (v) => `“${text(v, 'email')}” is no e-mail address.`,
    MX_NOT_CHECKED: (v) => `Nobody has checked yet whether ${text(v, 'domain')} receives mail.`,
    MX_FOUND: (v) => `${text(v, 'domain')} receives mail at ${list(v, 'hosts')}. Checked on ${time(v, 'at')}.`,
    MX_NONE: (v) => `${text(v, 'domain')} exists, but has no mail server (MX). Checked on ${time(v, 'at')}.`,
    MX_NO_DOMAIN: (v) => `There is no domain ${text(v, 'domain')}: the address may be misspelt.`,
    MX_TIMED_OUT: (v) => `The name servers of ${text(v, 'domain')} did not answer in time: check again.`,
    MX_FAILED: (v) => `The name servers could not answer for ${text(v, 'domain')}: check again later.`,
    SINLI_ID_MISSING: () => 'It has no SINLI id.',
    SINLI_ID_MALFORMED: (v) => `The id ${text(v, 'sinliId')} does not consist of eight letters and digits.`,
    SINLI_ID_TAKEN: (v) => `The id ${text(v, 'sinliId')} is also that of ${text(v, 'holder')}.`,
    SINLI_ID_VALID: (v) => `Its id is ${text(v, 'sinliId')}.`,
    PENDING_NEEDS_SINLI_ID: () => 'Without a SINLI id it is not known which messages wait for it.',
    PENDING_NONE: () => 'No message waits because its id was not known.',
    PENDING_MESSAGES: (v) =>
      plural(
        Number(v.count),
        `1 message failed because ${text(v, 'sinliId')} was not known.`,
        `${integer(v, 'count')} messages failed because ${text(v, 'sinliId')} was not known.`,
      ),
    NO_MESSAGE: () => 'No message from it or for it has arrived.',
    FIRST_MESSAGE: (v) => `Arrived on ${time(v, 'at')}.`,
    NO_DOCUMENT: () => 'No document from it or for it has been processed.',
    FIRST_DOCUMENT: (v) => `${text(v, 'document')}, which arrived on ${time(v, 'at')}.`,
    NO_CUSTOMERS: () => 'It has no customers.',
    CUSTOMERS: (v) => `Customers: ${integer(v, 'count')}; locked: ${integer(v, 'locked')}.`,
    NO_SAMPLES: () => 'None of its operations was measured in the last 24 hours.',
    STATE_UNKNOWN: () => 'Its operations are measured, but too few to say how it is.',
    SIGNALS: (v) => `Its operations are measured. State: ${state(v)}.`,
    NOT_TICKED: () => 'Nobody has ticked it.',
    TICKED: () => 'Ticked by hand.',
    INCIDENT_OPEN: (v) => `Its incident no. ${text(v, 'number')} is still open.`,
    NOT_OPERATIONAL: (v) => `State: ${state(v)}. It must be operational for 72 hours.`,
    STABLE_SOON: (v) =>
      `Operational without incidents since ${time(v, 'since')}; the 72 hours are over on ${time(v, 'at')}.`,
    STABLE: (v) => `Operational without incidents for 72 hours: since ${time(v, 'since')}.`,
  },
)

/** The finding about a step, as a sentence; null if the finding comes from a later version of the server. */
export const describeFinding = ({ code, parameters }: { code: string; parameters: unknown }): string | null =>
  sentences[code]?.(parameters as Values) ?? null
