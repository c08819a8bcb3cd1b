import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../../../src/trade/inbound/sentences.ts', import.meta.url), 'utf8')
const ofMessages = new Function(`return ${/const templates = (\{[\s\S]*?\n\}) as const/.exec(source)[1]}`)()

/** What may be said of many records at once. */
const counted =
  'RECORD_SHORT RECORD_LONG RECORD_SHIFTED FIELD_BLANK DECIMAL_SEPARATOR IDENTIFICATION_REPEATED HEADER_REPEATED HEADER_FURTHER'

/** Sentences about SINLI messages, in the order in which they are recognised; first those that are repeated. */
const messages = [
  ...counted.split(' ').map((code) => `${ofMessages[code]} So in {times} records, this being the first.`),
  ...Object.values(ofMessages),
]

/** Why an attempt to deliver a message failed. */
const attempts = [
  'No answer within {seconds} s.',
  '{host} has a private address, which OUTBOUND_ALLOW does not name.',
  'Only https is allowed, or http to addresses that OUTBOUND_ALLOW names.',
  'The name of the host does not exist.',
  'The name of the host cannot be resolved at present.',
  'The host refuses connections.',
  'The host closed the connection without an answer.',
  'The host cannot be reached.',
  'The certificate or TLS of the host is not accepted: {words}.',
  'The request failed: {words}.',
  'The answer is a redirect ({status}), which is not followed.',
  'The answer is {status}.',
  'The mail server refused: {addresses}.',
  'The mail server did not take the message: {words}.',
  'This type of destination takes messages about incidents only.',
  'Set SMTP_URL and SMTP_FROM and restart: without them no e-mail can be sent.',
  'Set SECRETS_KEY and restart: without it the URL of a destination cannot be stored safely.',
  'The secret of the destination cannot be decrypted: it was stored with another SECRETS_KEY. Set that key, or enter the target again.',
]

const disabled = ['The destination answered 410 Gone: it takes no messages any more.']

/** Why a mailbox cannot be read; those of the first list always have words of the system. */
const mailboxes = [
  'The server refused to search the mailbox.',
  'TLS with {where} failed, or its certificate could not be verified ({words}).',
  '{where} cannot be reached ({words}).',
  '{where} did not answer in time ({words}).',
  ...[
    '{where} refused the user or the password',
    '{where} does not offer TLS (STARTTLS), without which the password is not sent',
    '{where} has no such mailbox',
    '{where} closed the connection',
    '{where} answered with an error',
  ].flatMap((sentence) => [`${sentence} ({words}).`, `${sentence}.`]),
]

/** Reasons of states, with the parts that they may have. */
const reasons = {
  es: [
    'No llega ninguna muestra desde hace {silence}, aunque su horario las prevé.',
    'No llega ninguna muestra desde hace {silence}.',
    ...['Recuperado en parte: ', 'Recuperado: '].flatMap((start) => [
      `${start}{count}, dentro del límite de salida de {threshold} %.`,
      `${start}{count}.`,
    ]),
    'Ha llegado la primera muestra correcta: {count}.',
    'Vuelven a llegar muestras: {count}.',
    'Un operador dio por resuelta la incidencia: {count}.',
    '{count}; el límite es {threshold} %; p95 {p95} ms; lo habitual es {usual} ms (límite {budget} ms).',
    '{count}; el límite es {threshold} %; p95 de {p95} ms.',
    '{count}; el límite es {threshold} %.',
    '{count}.',
  ],
  en: [
    'No sample has arrived for {silence}, although its schedule expects them.',
    'No sample has arrived for {silence}.',
    ...['Recovered in part: ', 'Recovered: '].flatMap((start) => [
      `${start}{count}, within the exit limit of {threshold} %.`,
      `${start}{count}.`,
    ]),
    'The first good sample has arrived: {count}.',
    'Samples arrive again: {count}.',
    'An operator resolved the incident: {count}.',
    '{count}; the limit is {threshold} %; p95 {p95} ms; usually {usual} ms (limit {budget} ms).',
    '{count}; the limit is {threshold} %; p95 of {p95} ms.',
    '{count}; the limit is {threshold} %.',
    '{count}.',
  ],
}

/** Events that are no incidents. */
const events = {
  es: [
    'Ha terminado de reprocesar mensajes la petición {replay}.',
    'El acceso del cliente {customer} está bloqueado.',
    'El acceso del cliente {customer} está desbloqueado.',
    'No se pudo procesar el mensaje SINLI {message} ({code}).',
    'No llega ninguna medida desde {since}: los estados no cambian hasta que vuelvan.',
  ],
  en: [
    'The replay {replay} has finished.',
    'The login of the customer {customer} is locked.',
    'The login of the customer {customer} is unlocked.',
    'The SINLI message {message} could not be processed ({code}).',
    'No telemetry has arrived since {since}: no state changes until it is back.',
  ],
}

const notices = ['{destination}, intento {attempt}, {seconds} s']
/** Why a customer's login is locked: the second one is in the sample data. */
const locks = ['{failures} intentos de acceso fallidos en {minutes} minutos', 'Demasiados intentos de acceso']

/** Why a sign-in with the identity provider was refused. */
const signIns = [
  'Your account at the identity provider has no role here: no value of the claim {claim} gives one.',
  'Your account is disabled. An administrator can enable it.',
  'The identity provider sends no verified e-mail for you (claims email and email_verified).',
  'This is not an e-mail of at most {most} characters.',
  'Another account has your e-mail, and it cannot be linked to you. Ask an administrator.',
  'The account with your e-mail is the last administrator with a password, which has to stay one.',
  'Your account was changed at the same time. Sign in again.',
]

/** The template of each kind of text. */
export const templates = { messages, attempts, disabled, mailboxes, reasons, events, notices, locks, signIns }

const patterns = new Map()

/** The template that a text follows; null if none of these. */
export const templateOf = (text, list) => list.find((template) => patternOf(template).test(text)) ?? null

function patternOf(template) {
  const escaped = template.replace(/[\\^$.*+?()[\]|]/g, String.raw`\$&`).replace(/\{\w+\}/g, '.*')
  if (!patterns.has(template)) patterns.set(template, new RegExp(`^${escaped}$`, 'su'))
  return patterns.get(template)
}
