import { inSpanish } from '../format.ts'
import type { Translated } from '../catalogue.ts'
import type { fieldsInEnglish, ItemsNamed } from './en.ts'

const itemNames: Readonly<Record<ItemsNamed, string>> = {
  messages: 'identificadores',
  identifiers: 'identificadores',
  hosts: 'servidores',
  records: 'registros',
  endpoints: 'endpoints',
}

/** Sentences about one field of a request: each is the rest of one that begins with the field. */
export const fieldsInSpanish: Translated<typeof fieldsInEnglish> = {
  FIELD_NOT_TEXT: () => 'debe ser un texto',
  FIELD_GIVEN_TWICE: () => 'debe ir una sola vez',
  FIELD_NOT_NUMBER: () => 'debe ser un número',
  FIELD_NOT_WHOLE: () => 'debe ser un número entero',
  FIELD_NOT_BOOLEAN: () => 'debe ser true o false',
  FIELD_NOT_LIST: () => 'debe ser una lista',
  FIELD_NOT_LIST_OF: ({ items }) => `debe ser una lista de ${itemNames[items]}`,
  ENDPOINTS_NOT_LIST: () => 'debe ser la lista de todos los endpoints del servicio',
  FIELD_NOT_OBJECT: () => 'debe ser un objeto',
  FIELD_OF_OTHER_TYPE: ({ expected }) => `debe ser del tipo ${expected}`,
  FIELD_EMPTY: () => 'no puede estar vacío',
  FIELD_TOO_SHORT: ({ min }) => `debe tener ${inSpanish(min)} caracteres como mínimo`,
  FIELD_TOO_LONG: ({ max }) => `debe tener ${inSpanish(max)} caracteres como mucho`,
  LIST_EMPTY: () => 'debe tener al menos un elemento',
  LIST_TOO_SHORT: ({ min }) => `debe tener ${elements(min)} como mínimo`,
  LIST_TOO_LONG: ({ max }) => `debe tener ${elements(max)} como mucho`,
  LIST_OF_TOO_LONG: ({ max, items }) => `debe tener ${inSpanish(max)} ${itemNames[items]} como mucho`,
  MESSAGES_NOT_LISTED: () => 'debe indicar al menos un mensaje',
  MESSAGES_LISTED_TOO_MANY: ({ max }) => `debe indicar ${inSpanish(max)} mensajes como mucho`,
  MESSAGE_LIMIT_TOO_LARGE: ({ max }) => `debe ser ${inSpanish(max)} como mucho`,
  NUMBER_TOO_SMALL: ({ min }) => `debe ser ${inSpanish(min)} como mínimo`,
  NUMBER_NOT_OVER: ({ min }) => `debe ser mayor que ${inSpanish(min)}`,
  NUMBER_TOO_LARGE: ({ max }) => `debe ser ${inSpanish(max)} como mucho`,
  NUMBER_NOT_UNDER: ({ max }) => `debe ser menor que ${inSpanish(max)}`,
  NUMBER_NOT_MULTIPLE: ({ divisor }) => `debe ser múltiplo de ${inSpanish(divisor)}`,
  VALUE_NOT_LISTED: ({ values }) => `debe ser uno de estos valores: ${values}`,
  VALUE_NOT_EITHER: ({ one, other }) => `debe ser ${one} o ${other}`,
  VALUE_NOT_EQUAL: ({ value }) => `debe ser ${value}`,
  RUN_STATUS_INVALID: () => 'debe ser up, si la ejecución fue bien, o down',
  CURSOR_NOT_OF_PAGE: () => 'debe ser uno que haya dado una página',
  OPENAPI_NOT_OBJECT: () => 'debe ser un documento OpenAPI, en JSON',
  TIME_INVALID: () => 'debe ser una fecha ISO 8601 con zona horaria, por ejemplo 2026-01-01T00:00:00Z',
  WEB_ADDRESS_INVALID: () => 'debe ser una dirección web que empiece por http:// o https://',
  FORMAT_WRONG: ({ format }) => `debe tener el formato ${format}`,
  FIELDS_UNKNOWN: ({ fields }) => `no puede tener ${fields}`,
  FORM_UNKNOWN: () => 'debe tener una de sus formas',
  YEAR_OUT_OF_RANGE: () => 'debe estar entre los años 1 y 9999',
  TEXT_WITH_CONTROL_CHARACTERS: () => 'no puede tener caracteres de control',
  TEXT_WITH_HALF_CHARACTER: () => 'no puede tener medio carácter',
  TEXT_NOT_STORABLE: () => 'no puede tener NUL ni medio carácter',
  FIELDS_NOT_EXACTLY_ONE: () => 'debe tener un solo campo',
  KIND_MISSING: () =>
    'necesita también «kind», porque dos elementos de distinto tipo pueden tener el mismo identificador',
  HOST_INVALID: () => 'debe ser un servidor, por ejemplo api.example.org',
  SINLI_ID_INVALID: () => 'debe ser un identificador SINLI, de hasta 8 letras y cifras',
  SERVICE_NAME_INVALID: () => 'debe tener hasta 64 letras minúsculas, cifras, «.», «_» y «-»',
  SERVICE_NAME_OF_VIGIA: ({ service }) => `no puede ser ${service}: sus endpoints los declara la propia Vigía`,
  FIELD_INVALID: ({ problem }) => `no es válido: ${problem}`,
}

const elements = (count: number) => (count === 1 ? 'un elemento' : `${inSpanish(count)} elementos`)
