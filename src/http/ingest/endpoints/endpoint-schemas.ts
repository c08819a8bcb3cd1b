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
import { render, type Sentence } from '../../../messages/sentences.ts'
import { matching, serviceName } from '../../../request/text-patterns.ts'
import { said } from '../../../request/said.ts'
import { anyText, boolean, flag, oneOf } from '../../fields/basic-fields.ts'
import { descriptionOf } from '../../../lib/fields-of.ts'

/** Path parameters of a service. */
export const ServiceParams = z.object({
  service: z
    .string()
    .regex(...matching(serviceName))
    .refine((name) => name !== ownService, said({ code: 'SERVICE_NAME_OF_VIGIA', parameters: { service: ownService } }))
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
  language: z.enum(['es', 'en']).default('en').describe('Language of the sentences in the response.'),
})

const issueOf = (sentence: Sentence) => ({
  code: 'custom' as const,
  message: render(sentence, 'en'),
  params: { sentence },
})

const path = anyText().transform((text, context) => {
  const read = normalizePath(text)
  if ('value' in read) return { path: read.value, unread: null }
  if (isInBackOffice(text)) return { path: spellRoute(text), unread: { path: text, problem: read.problem } }
  context.addIssue(issueOf(read.problem))
  return z.NEVER
})

const area = anyText()
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
    method: oneOf(endpointMethods).describe('HTTP method.'),
    path: path.describe(
      'Path, starting with `/api/admin/`; parameters as `:id` or `{id}`, or as your framework writes them.',
    ),
    area: area.describe('ID or name of its area; null: none.'),
    critical: boolean().default(false).describe(descriptionOf('Subject.critical')),
    authRequired: boolean().default(true).describe('Whether a session is required.'),
  })
  .meta({ id: 'ReportedEndpoint', description: 'An endpoint of a service, as declared by the service.' })

/** The whole list of endpoints of a service. */
export const EndpointList = z
  .array(ListedEndpoint, said({ code: 'ENDPOINTS_NOT_LIST', parameters: {} }))
  .max(
    maxServiceEndpoints,
    said({ code: 'LIST_OF_TOO_LONG', parameters: { max: maxServiceEndpoints, items: 'endpoints' } }),
  )

/** The endpoints declared in a list, and the entries whose paths could not be read. */
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
  .record(z.string(), z.unknown(), said({ code: 'OPENAPI_NOT_OBJECT', parameters: {} }))
  .meta({ description: 'An OpenAPI document of version 3.0 or 3.1, in JSON.' })
