// cspell:ignore Repítela
import { inSpanish } from '../format.ts'
import type { Translated } from '../catalogue.ts'
import type { requestsInEnglish } from './en.ts'

/** Sentences about requests as such: their address, body, pages and keys, and whether they can be answered. */
export const requestsInSpanish: Translated<typeof requestsInEnglish> = {
  ADDRESS_UNKNOWN: () => 'No hay nada en esta dirección.',
  ROUTE_UNKNOWN: () => 'La API de administración no tiene esta ruta.',
  METHODS_OF_ROUTE: ({ methods }) => `Esta ruta admite ${methods}.`,
  METHODS_OF_ADDRESS: ({ methods }) => `Esta dirección admite ${methods}.`,
  METHODS_OF_HEARTBEAT: () => 'Una tarea programada admite GET y POST.',
  ORIGIN_FOREIGN: () => 'Esta petición viene de una página de otro origen.',
  SITE_FOREIGN: () => 'Esta petición viene de una página de otro sitio.',
  REQUEST_FAILED: () =>
    'Ha habido un error en el servidor. El identificador de la petición dice dónde buscarlo en el registro.',
  OPERATION_FAILED: () => 'Ha habido un error en el servidor.',
  REQUEST_UNREADABLE: () => 'No se puede leer la petición.',

  BODY_EMPTY: () => 'El cuerpo de la petición está vacío.',
  BODY_NOT_JSON: () => 'El cuerpo de la petición no es JSON.',
  BODY_NOT_UTF8: () => 'El cuerpo de la petición debe estar en UTF-8.',
  BODY_INCOMPLETE: () => 'El cuerpo de la petición se cortó antes de llegar entero.',
  BODY_LENGTH_WRONG: () => 'El cuerpo de la petición no mide lo que dice Content-Length.',
  BODY_NOT_GZIP: () => 'El cuerpo de la petición no es gzip, como dice Content-Encoding, o no está entero.',
  BODY_NOT_AS_ENCODED: () =>
    'El cuerpo de la petición no está comprimido como dice Content-Encoding, o no está entero.',
  BODY_COMPRESSED: () => 'El cuerpo de la petición no puede ir comprimido: envíalo sin Content-Encoding.',
  BODY_TOO_LARGE: () => 'El cuerpo de la petición es demasiado grande.',
  BODY_OVER_KILOBYTES: ({ max }) => `El cuerpo de la petición es demasiado grande: puede tener ${inSpanish(max)} kB.`,
  BODY_OVER_MEBIBYTES: ({ max }) =>
    `El cuerpo de la petición es demasiado grande: descomprimido puede tener ${inSpanish(max)} MiB. Envía menos de cada vez.`,
  ENCODING_UNKNOWN: () => 'El Content-Encoding del cuerpo de la petición no se conoce.',
  ENCODING_NOT_GZIP: () => 'El Content-Encoding debe ser gzip, o no estar.',
  TYPE_NOT_JSON: () => 'El cuerpo de la petición debe ser JSON, con Content-Type: application/json.',
  TYPE_NOT_ACCEPTED: ({ types }) => `El cuerpo de la petición debe ser de uno de estos tipos: ${types.join(', ')}.`,
  TYPE_NOT_SINLI: ({ whole, attachment }) =>
    `El cuerpo de la petición debe ser ${whole}, un correo entero, o ${attachment}, un adjunto con su asunto en X-Sinli-Subject.`,
  CHARSET_NOT_UTF8: ({ charset }) => `El JSON debe estar en UTF-8, y no en ${charset}.`,
  JSON_TOO_DEEP: ({ max }) => `El JSON tiene más de ${inSpanish(max)} niveles.`,
  FORM_FIELD_MISSING: ({ field }) => `Al formulario le falta ${field}.`,

  TOKEN_RATE_EXCEEDED: ({ quota, seconds }) =>
    `Con una clave se pueden hacer ${inSpanish(quota)} peticiones por minuto, y con esta ya se han hecho: vuelve a probar en ${inSpanish(seconds)} s.`,
  REQUEST_IN_PROGRESS: () => 'Una petición con esta Idempotency-Key aún está en curso. Repítela en un momento.',
  KEY_OF_OTHER_REQUEST: () =>
    'Esta Idempotency-Key se usó para otra petición en la última hora: repite aquella, o usa una clave nueva.',
  DISK_FULL: () => 'El disco de la base de datos está lleno: no se puede guardar nada hasta que haya sitio.',
  DATABASE_SILENT: () => 'La base de datos no responde ahora mismo. Vuelve a probar en un momento.',
  DATABASE_SLOW: ({ seconds }) => `La base de datos no responde en ${inSpanish(seconds)} segundos.`,
  SERVICE_STOPPING: () => 'El servicio se está deteniendo.',

  LIMIT_INVALID: ({ max }) => `El límite debe ser un número entero entre 1 y ${inSpanish(max)}.`,
  LIMIT_EXCEEDED: ({ max, count }) =>
    `El límite es ${inSpanish(max)} como mucho, y se pidieron ${inSpanish(count)}. Para más, sigue el cursor.`,
  CURSOR_UNKNOWN: () =>
    'Este cursor no es de los nuestros: usa el que dio la última página, o empieza de nuevo sin cursor.',
  CURSOR_OF_OTHER_LIST: () => 'Este cursor es de otra lista, de otro orden o de otra versión: empieza de nuevo sin él.',
  ITEM_NOT_IN_LIST: () =>
    'Ningún elemento de esta lista tiene este identificador: usa el del último, o empieza de nuevo sin él.',

  TEXT_OVER_LENGTH: ({ field, max, count }) =>
    `«${field}» tiene ${inSpanish(max)} caracteres como mucho; este texto tiene ${inSpanish(count)}.`,
  TEXT_EMPTY: ({ field }) => `«${field}» no puede estar vacío.`,
  NUMBER_OUT_OF_RANGE: ({ field, min, max }) =>
    `«${field}» es un número entero entre ${inSpanish(min)} y ${inSpanish(max)}.`,
  NUMBER_NOT_IN_RANGE: ({ field, min, max, count }) =>
    `«${field}» es un número entero entre ${inSpanish(min)} y ${inSpanish(max)}; este es ${inSpanish(count)}.`,
  VALUE_NOT_STORABLE: () =>
    'Un texto no puede tener NUL ni medio carácter, y una fecha tiene que estar entre los años 1 y 9999.',
  TEXT: ({ text }) => text,
}
