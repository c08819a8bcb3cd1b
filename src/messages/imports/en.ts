import type { Limit, Values } from '../catalogue.ts'

const elsewhere = ({ prefix }: Values<'prefix'>) => `The path does not begin with ${prefix}.`
const otherMethod = ({ methods }: Values<'methods'>) => `Endpoints have the methods ${methods}.`
const noEndpoint = 'None of the operations is an endpoint of the back office.'
const listServers = 'If a server stands before the paths, list it under "servers".'
const openApi = 'must be an OpenAPI document of version 3.0 or 3.1, in JSON'

/** Sentences about imports of endpoints. */
export const importsInEnglish = {
  ENDPOINT_OF_VIGIA: ({ endpoint, vigia }: Values<'endpoint' | 'vigia'>) =>
    `${endpoint} belongs to Vigía itself (${vigia}).`,
  ENDPOINT_OF_SERVICE: ({ endpoint, service }: Values<'endpoint' | 'service'>) =>
    `${endpoint} belongs to the service ${service}.`,
  SAME_REQUESTS_AS_VIGIA: ({ endpoint, other, vigia }: Values<'endpoint' | 'other' | 'vigia'>) =>
    `${endpoint} takes the same requests as ${other} of Vigía itself (${vigia}).`,
  SAME_REQUESTS_AS_SERVICE: ({ endpoint, other, service }: Values<'endpoint' | 'other' | 'service'>) =>
    `${endpoint} takes the same requests as ${other} of the service ${service}.`,
  SAME_REQUESTS: ({ endpoint, other }: Values<'endpoint' | 'other'>) =>
    `${endpoint} takes the same requests as ${other}.`,
  ENDPOINT_REPEATED: ({ endpoint }: Values<'endpoint'>) => `${endpoint} is there twice.`,
  TOO_MANY_ENDPOINTS: ({ max, count }: Limit) => `A service has at most ${max} endpoints; these are ${count}.`,
  TOO_MANY_PENDING: ({ max, count }: Limit) =>
    `At most ${max} endpoints of a service wait for their retirement; these would be ${count}. Confirm it, or send ?retire=true.`,
  OPERATION_ELSEWHERE: elsewhere,
  PATH_ELSEWHERE: ({ path, prefix }: Values<'path' | 'prefix'>) =>
    `The path ${quote(path)} does not begin with ${prefix}.`,
  PATH_TOO_LONG: ({ path, max }: Values<'path'> & Readonly<{ max: number }>) =>
    `The path ${quote(path)} has more than ${max} characters.`,
  SEGMENT_EMPTY: ({ path }: Values<'path'>) => `The path ${quote(path)} has an empty segment.`,
  SEGMENT_TAKES_ANY_PATH: ({ path, segment }: Values<'path' | 'segment'>) =>
    `The path ${quote(path)} has the segment ${quote(segment)}, which takes any path.`,
  PARAMETER_IN_SEGMENT: ({ path, segment }: Values<'path' | 'segment'>) =>
    `The path ${quote(path)} has a parameter that is only a part of the segment ${quote(segment)}.`,
  SEGMENT_NOT_ENCODED: ({ path, segment }: Values<'path' | 'segment'>) =>
    `The path ${quote(path)} has the segment ${quote(segment)}, which is not a path of a URL: percent-encode it.`,
  PATH_ITEM_EMPTY: () => 'The path item has no operations.',
  PATH_ITEM_INVALID: () => 'The path item is not an object.',
  PATH_ITEM_CIRCULAR: () => 'The path item refers to itself.',
  PATH_ITEM_MISSING: () => 'The path item refers to something that is not in this document.',
  OPERATION_INVALID: ({ method }: Values<'method'>) => `The operation ${method} is not an object.`,
  METHOD_UNKNOWN: otherMethod,
  ALL_ELSEWHERE: ({ operation, prefix }: Values<'operation' | 'prefix'>) =>
    `${noEndpoint} ${operation}: ${elsewhere({ prefix })} ${listServers}`,
  ALL_OF_OTHER_METHODS: ({ operation, methods }: Values<'operation' | 'methods'>) =>
    `${noEndpoint} ${operation}: ${otherMethod({ methods })} ${listServers}`,
  AREA_UNKNOWN: ({ area, areas }: Values<'area' | 'areas'>) => `There is no area ${quote(area)}. There are ${areas}.`,
  AREA_INVALID: () => 'x-vigia-area must be the id or the name of an area, or null.',
  CRITICAL_INVALID: () => 'x-vigia-critical must be true or false.',
  SECURITY_INVALID: () => 'security must be a list of objects.',
  SERVER_WITHOUT_URL: () => 'The "url" of a server must be a text.',
  SERVER_VARIABLE_UNKNOWN: ({ server }: Values<'server'>) =>
    `The server ${quote(server)} has a variable without a default.`,
  SERVER_INVALID: ({ server }: Values<'server'>) => `The server ${quote(server)} is not a URL.`,
  PATHS_INVALID: () => 'must be an object',
  VERSION_MISSING: () => openApi,
  VERSION_UNKNOWN: ({ version }: Values<'version'>) => `${openApi}; this one is of ${quote(version)}`,
}

const quote = (text: string): string => JSON.stringify(text)
