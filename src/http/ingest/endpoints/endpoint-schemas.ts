import { z } from 'zod'
import {
  endpointMethods,
  findArea,
  isInBackOffice,
  maxServiceEndpoints,
  normalizePath,
  ownService,
  skip,
  unknownArea,
  type DeclaredEndpoint,
  type DeclaredList,
} from '../../../inventory/reported/endpoint-declaration.ts'
import { spellRoute } from '../../../inventory/read-route.ts'
import { importText, type ImportSentence } from '../../../lib/import-sentences.ts'
import { flag } from '../../fields/zod-fields.ts'
import { descriptionOf } from '../../../lib/fields-of.ts'

/** Path parameters of a service. */
export const ServiceParams = z.object({
  service: z
    .string()
    .regex(/^[a-z\d][a-z\d._-]{0,63}$/, 'must have up to 64 lower-case letters, digits, ".", "_" and "-"')
    .refine((name) => name !== ownService, `must not be ${ownService}: its endpoints are declared by Vigía itself`)
    .describe('Name of the service that serves the endpoints, e.g. `inventory`; the same for each import.'),
})

/** Query parameters of an import. */
export const ImportQuery = z.strictObject({
  dryRun: flag
    .prefault('false')
    .describe('`true`: nothing is changed; the response contains the result that the import would have.'),
  retire: flag
    .prefault('false')
    .describe('`true`: missing endpoints are retired at once, where they would be in `pendingRetirement`.'),
})

const issueOf = (sentence: ImportSentence) => ({
  code: 'custom' as const,
  message: importText(sentence),
  params: { sentence },
})

const path = z.string('must be a text').transform((text, context) => {
  const read = normalizePath(text)
  if ('value' in read) return { path: read.value, unread: null }
  if (isInBackOffice(text)) return { path: spellRoute(text), unread: { path: text, problem: read.problem } }
  context.addIssue(issueOf(read.problem))
  return z.NEVER
})

const area = z
  .string('must be a text')
  .nullish()
  .transform((text, context) => {
    if (text == null) return null
    const id = findArea(text)
    if (id !== undefined) return id
    context.addIssue(issueOf(unknownArea(text)))
    return z.NEVER
  })

const ListedEndpoint = z
  .strictObject({
    method: z.enum(endpointMethods, `must be one of ${endpointMethods.join(', ')}`).describe('HTTP method.'),
    path: path.describe(
      'Path, starting with `/api/admin/`; parameters as `:id` or `{id}`, or as your framework writes them.',
    ),
    area: area.describe('ID or name of its area; null: none.'),
    critical: z.boolean('must be true or false').default(false).describe(descriptionOf('Subject.critical')),
    authRequired: z.boolean('must be true or false').default(true).describe('Whether a session is required.'),
  })
  .meta({ id: 'ReportedEndpoint', description: 'An endpoint of a service, as declared by the service.' })

/** The whole list of endpoints of a service. */
export const EndpointList = z
  .array(ListedEndpoint, 'must be the list of all endpoints of the service')
  .max(maxServiceEndpoints, `must have at most ${maxServiceEndpoints} endpoints`)

/** The endpoints of a list, and those whose paths could not be read. */
export function declaredIn(list: z.infer<typeof EndpointList>): DeclaredList {
  const declared: DeclaredList = { endpoints: [], skipped: [], unread: [] }
  for (const { area: areaId, path: read, ...details } of list) {
    const endpoint: DeclaredEndpoint = { ...details, path: read.path, areaId }
    if (!read.unread) declared.endpoints.push(endpoint)
    else {
      const { path, problem } = read.unread
      declared.unread.push({ ...skip(`${details.method} ${path}`, problem), endpoint })
    }
  }
  return declared
}

/** An OpenAPI document. `readOpenApi` reads it. */
export const OpenApiBody = z
  .record(z.string(), z.unknown(), 'must be an OpenAPI document, in JSON')
  .meta({ description: 'An OpenAPI document of version 3.0 or 3.1, in JSON.' })
