import { inSpanish } from '../format.ts'
import type { Translated } from '../catalogue.ts'
import type { importsInEnglish } from './en.ts'

/** Sentences about imports of endpoints. */
export const importsInSpanish: Translated<typeof importsInEnglish> = {
  ENDPOINT_OF_VIGIA: ({ endpoint }) => `${endpoint} es de la propia Vigía.`,
  ENDPOINT_OF_SERVICE: ({ endpoint, service }) => `${endpoint} es del servicio ${service}.`,
  SAME_REQUESTS_AS_VIGIA: ({ endpoint, other }) =>
    `${endpoint} atiende las mismas peticiones que ${other}, de la propia Vigía.`,
  SAME_REQUESTS_AS_SERVICE: ({ endpoint, other, service }) =>
    `${endpoint} atiende las mismas peticiones que ${other}, del servicio ${service}.`,
  SAME_REQUESTS: ({ endpoint, other }) => `${endpoint} atiende las mismas peticiones que ${other}.`,
  ENDPOINT_REPEATED: ({ endpoint }) => `${endpoint} está dos veces.`,
  TOO_MANY_ENDPOINTS: ({ max, count }) =>
    `Un servicio tiene ${inSpanish(max)} endpoints como mucho; son ${inSpanish(count)}.`,
  TOO_MANY_PENDING: ({ max, count }) =>
    `Como mucho ${inSpanish(max)} endpoints de un servicio esperan su retirada; serían ${inSpanish(count)}. Confirma antes la de los que ya esperan, o envía ?retire=true.`,
  OPERATION_ELSEWHERE: ({ prefix }) => `La ruta no empieza por ${prefix}.`,
  PATH_ELSEWHERE: ({ path, prefix }) => `La ruta «${path}» no empieza por ${prefix}.`,
  PATH_TOO_LONG: ({ path, max }) => `La ruta «${path}» tiene más de ${inSpanish(max)} caracteres.`,
  SEGMENT_EMPTY: ({ path }) => `La ruta «${path}» tiene un tramo vacío.`,
  SEGMENT_TAKES_ANY_PATH: ({ path, segment }) =>
    `La ruta «${path}» tiene el tramo «${segment}», que admite cualquier ruta.`,
  PARAMETER_IN_SEGMENT: ({ path, segment }) =>
    `La ruta «${path}» tiene un parámetro que es solo una parte del tramo «${segment}».`,
  SEGMENT_NOT_ENCODED: ({ path, segment }) =>
    `La ruta «${path}» tiene el tramo «${segment}», que no es válido en una dirección web: hay que codificarlo con «%».`,
  PATH_ITEM_EMPTY: () => 'La ruta no tiene ninguna operación.',
  PATH_ITEM_INVALID: () => 'La ruta no es un objeto.',
  PATH_ITEM_CIRCULAR: () => 'La ruta hace referencia a sí misma.',
  PATH_ITEM_MISSING: () => 'La ruta hace referencia a algo que no está en este documento.',
  OPERATION_INVALID: ({ method }) => `La operación ${method} no es un objeto.`,
  METHOD_UNKNOWN: ({ methods }) => `Los endpoints tienen los métodos ${methods}.`,
  ALL_ELSEWHERE: ({ operation, prefix }) =>
    `Ninguna operación es del back office; la primera es ${operation}, cuya ruta no empieza por ${prefix}. ${serversHint}`,
  ALL_OF_OTHER_METHODS: ({ operation, methods }) =>
    `Ninguna operación es del back office; la primera es ${operation}, y los endpoints tienen los métodos ${methods}. ${serversHint}`,
  AREA_UNKNOWN: ({ area, areas }) => `No hay ningún área «${area}». Hay: ${areas}.`,
  AREA_INVALID: () => '«x-vigia-area» debe ser el identificador o el nombre de un área, o null.',
  CRITICAL_INVALID: () => '«x-vigia-critical» debe ser true o false.',
  SECURITY_INVALID: () => '«security» debe ser una lista de objetos.',
  SERVER_WITHOUT_URL: () => 'La «url» de un servidor debe ser un texto.',
  SERVER_VARIABLE_UNKNOWN: ({ server }) => `El servidor «${server}» tiene una variable sin valor por omisión.`,
  SERVER_INVALID: ({ server }) => `El servidor «${server}» no es una dirección web.`,
  PATHS_INVALID: () => 'debe ser un objeto',
  VERSION_MISSING: () => openApi,
  VERSION_UNKNOWN: ({ version }) => `${openApi}; la de este es «${version}»`,
}

const serversHint = 'Si delante de las rutas va un servidor, indícalo en «servers».'
const openApi = 'debe ser un documento OpenAPI de la versión 3.0 o 3.1, en JSON'
