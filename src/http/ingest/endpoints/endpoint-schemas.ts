import { z } from 'zod'
import {
  checkList,
  endpointMethods,
  findArea,
  maxServiceEndpoints,
  normalizePath,
  ownService,
  unknownArea,
  type DeclaredEndpoint,
} from '../../../inventory/reported/endpoint-declaration.ts'
import { flag } from '../../fields/zod-fields.ts'

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
})

const path = z
  .string('must be a text')
  .max(2_000, 'must have at most 2000 characters')
  .transform((text, context) => {
    const normalized = normalizePath(text)
    if ('value' in normalized) return normalized.value
    context.addIssue({ code: 'custom', message: normalized.problem })
    return z.NEVER
  })

const area = z
  .string('must be a text')
  .nullish()
  .transform((text, context) => {
    if (text == null) return null
    const id = findArea(text)
    if (id !== undefined) return id
    context.addIssue({ code: 'custom', message: unknownArea(text) })
    return z.NEVER
  })

const ListedEndpoint = z
  .strictObject({
    method: z.enum(endpointMethods, `must be one of ${endpointMethods.join(', ')}`).describe('HTTP method.'),
    path: path.describe('Path, starting with `/api/admin/`; parameters as `:id` or `{id}`.'),
    area: area.describe('ID or name of its area; null: none.'),
    critical: z
      .boolean('must be true or false')
      .default(false)
      .describe('Whether the platform depends on it. Critical subjects have stricter thresholds.'),
    authRequired: z.boolean('must be true or false').default(true).describe('Whether a session is required.'),
  })
  .transform(({ area: areaId, ...endpoint }): DeclaredEndpoint => ({ ...endpoint, areaId }))
  .meta({ id: 'ReportedEndpoint', description: 'An endpoint of a service, as declared by the service.' })

/** The whole list of endpoints of a service. */
export const EndpointList = z
  .array(ListedEndpoint, 'must be the list of all endpoints of the service')
  .max(maxServiceEndpoints, `must have at most ${maxServiceEndpoints} endpoints`)
  .superRefine((endpoints, context) => {
    const declared = endpoints.map((endpoint, index) => ({ field: String(index), endpoint }))
    for (const { field, message } of checkList(declared))
      context.addIssue({ code: 'custom', message, path: [Number(field)] })
  })

/** An OpenAPI document. `readOpenApi` reads it. */
export const OpenApiBody = z
  .record(z.string(), z.unknown(), 'must be an OpenAPI document, in JSON')
  .meta({ description: 'An OpenAPI document of version 3.0 or 3.1, in JSON.' })
