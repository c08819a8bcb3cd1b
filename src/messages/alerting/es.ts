// cspell:ignore actívalo reinícialo
import { inSpanish } from '../format.ts'
import { destinationTypeInSpanish, targetNames } from '../words.ts'
import type { Translated } from '../catalogue.ts'
import type { alertingInEnglish } from './en.ts'

const anyOf = new Intl.ListFormat('es', { type: 'disjunction' })

/** Sentences about destinations of alerts, their targets and settings, and mutes. */
export const alertingInSpanish: Translated<typeof alertingInEnglish> = {
  NO_DESTINATION: ({ id }) => `No existe el destino ${id}.`,
  NO_DELIVERY: ({ id }) => `No existe el envío ${id}.`,
  NO_MUTE: ({ id }) => `No existe el silencio ${id}.`,
  MUTE_OVER: () => 'Este silencio ya ha terminado.',
  DESTINATION_DISABLED: () => 'El destino está desactivado: actívalo antes.',
  DESTINATION_NAME_TAKEN: () => 'Ya hay un destino con este nombre.',
  DESTINATIONS_TOO_MANY: ({ max }) => `Hay ${inSpanish(max)} destinos, y no puede haber más.`,
  MESSAGE_OVER: () =>
    'Ya no hay nada de lo que avisar: sus incidentes están silenciados o no cuentan, o terminaron sin aviso.',
  SECRETS_KEY_NOT_SET: () =>
    'Configura SECRETS_KEY en el servidor y reinícialo: sin ella no se puede guardar de forma segura la dirección de un destino.',
  SECRET_OF_OTHER_KEY: () =>
    'El secreto del destino no se puede descifrar: se guardó con otra SECRETS_KEY. Configura aquella, o escribe de nuevo a dónde se envía.',

  TARGET_MISSING: () => `Indica un solo lugar al que enviar los mensajes: ${anyOf.format(targetNames)}.`,
  TARGET_OF_OTHER_TYPE: ({ type, given }) =>
    `El destino es del tipo «${destinationTypeInSpanish(type)}»: crea otro para «${destinationTypeInSpanish(given)}».`,
  URL_INVALID: ({ max }) => `No es una dirección web de ${inSpanish(max)} caracteres como mucho.`,
  URL_NOT_HTTPS: () =>
    'La dirección empieza por https. Con http solo se puede enviar a las direcciones de OUTBOUND_ALLOW.',
  URL_WITH_CREDENTIALS: () => 'La dirección no puede llevar usuario, contraseña ni fragmento (#).',
  URL_PRIVATE: ({ host }) =>
    `${host} es una dirección privada. Para enviarle mensajes, OUTBOUND_ALLOW tiene que incluirla.`,
  SIGNING_SECRET_INVALID: () =>
    'El secreto de firma es whsec_ y de 24 a 64 bytes en base64. Déjalo en blanco para recibir uno nuevo.',
  NO_SIGNING_SECRET: ({ type }) => `Un destino del tipo «${destinationTypeInSpanish(type)}» no tiene secreto de firma.`,
  RECIPIENTS_INVALID: ({ max, count }) =>
    `Un correo tiene entre 1 y ${inSpanish(max)} direcciones; este tiene ${inSpanish(count)}.`,
  RECIPIENT_INVALID: ({ address }) => `«${address}» no es una dirección de correo.`,
  ROUTING_KEY_INVALID: () => 'No es una clave de integración de PagerDuty: tiene 32 letras y cifras.',

  EVENTS_OF_WEBHOOKS: () => 'Solo los webhooks reciben otros avisos que los de incidentes.',
  FILTER_SUBJECTS_TOO_MANY: ({ max }) => `Un filtro nombra ${inSpanish(max)} elementos como mucho.`,
  REPEAT_TOO_SOON: () => 'Los incidentes no se repiten antes de que pase «intervalSeconds» desde un mensaje.',
  LANGUAGE_UNKNOWN: () => 'El idioma es «es» o «en».',
  DIGEST_HOUR_INVALID: () => 'La hora del resumen es un número entero entre 0 y 23.',
  DIGEST_ZONE_UNKNOWN: () => 'No es una zona horaria de la base de datos IANA, como Europe/Madrid.',
}
