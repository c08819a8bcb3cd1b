import { inSpanish } from '../format.ts'
import type { Limit, Translated } from '../catalogue.ts'
import type { operationsInEnglish } from './en.ts'

const limit = (unit: string, { max, count }: Limit) =>
  `Se piden hasta ${inSpanish(count)} ${unit}, contando fragmentos y páginas; el máximo es ${inSpanish(max)}. Pide menos, o en varias operaciones.`

/** Sentences about operations of GraphQL that are rejected before they are executed. */
export const operationsInSpanish: Translated<typeof operationsInEnglish> = {
  LEVELS_TOO_MANY: (values) => limit('niveles de campos', values),
  ALIASES_TOO_MANY: (values) => limit('alias', values),
  DIRECTIVES_TOO_MANY: (values) => limit('directivas', values),
  VALUES_TOO_MANY: (values) => limit('valores', values),
  VALUES_TOO_MANY_IN_LIST: ({ list, max, count }) =>
    `${limit('valores', { max, count })} La mayoría están en ${list}, que admite «first».`,
  VARIABLES_TOO_DEEP: ({ max }) =>
    `Las variables tienen más de ${inSpanish(max)} niveles de objetos y listas, que es el máximo.`,
  SUBSCRIPTIONS_TOO_MANY: ({ max }) =>
    `Una conexión puede tener ${inSpanish(max)} suscripciones, y esta ya las tiene: abre otra, o termina alguna.`,
  SUBSCRIPTION_OVER_HTTP: () => 'Las suscripciones van por WebSocket (graphql-transport-ws en /graphql), no por HTTP.',
  ONLY_SUBSCRIPTIONS: () =>
    'Por WebSocket solo van suscripciones: envía las consultas y las mutaciones a POST /graphql.',
  NO_OPERATION: () => 'El documento no tiene esa operación, o tiene varias y no se dice cuál.',
  NO_TRUSTED_DOCUMENT: () =>
    'Ningún documento de este servidor tiene este identificador: envía el texto de la operación.',
  DOCUMENT_UNREADABLE: () => 'El documento no se puede leer.',
  INTROSPECTION_OFF: () => 'Aquí no se muestra el esquema: INTROSPECTION está en off.',
}
