import { z } from 'zod'

const Details = z
  .object({
    areaId: z.string().nullable().describe('Area of the endpoint; null if it has none.'),
    critical: z.boolean().describe('Whether the platform depends on it.'),
    authRequired: z.boolean().describe('Whether a session is required.'),
  })
  .meta({ id: 'EndpointDetails', description: 'Details declared for an endpoint besides its method and path.' })

const Change = z
  .object({
    id: z.string().describe('Method and path.'),
    before: Details.describe('Details before the import.'),
    after: Details.describe('Details after the import.'),
  })
  .meta({ id: 'EndpointChange', description: 'An endpoint whose details an import changes.' })

const Skipped = z
  .object({
    operation: z.string().describe('Method and path, including the path of the server.'),
    reason: z.string().describe('Reason why it is not an endpoint of the back office, as a sentence.'),
  })
  .meta({ id: 'SkippedOperation', description: 'An operation of an OpenAPI document that is not an endpoint.' })

/** Response to an import of the endpoints of a service. */
export const EndpointImport = z
  .object({
    service: z.string().describe('Name of the service.'),
    dryRun: z.boolean().describe('Whether it was a dry run, which changes nothing.'),
    total: z.int().describe('Number of endpoints of the service after the import.'),
    added: z.array(z.string()).describe('IDs of the new endpoints.'),
    changed: z.array(Change).describe('Endpoints with changed details.'),
    restored: z.array(z.string()).describe('IDs of the endpoints that were retired and are restored.'),
    retired: z.array(z.string()).describe('IDs of the endpoints that are no longer in the list and are retired.'),
    unchanged: z.int().describe('Number of unchanged endpoints.'),
    skipped: z.array(Skipped).describe('Operations of an OpenAPI document that are not endpoints of the back office.'),
  })
  .meta({
    id: 'EndpointImport',
    description: 'The result of an import of the endpoints of a service, or of its dry run.',
    examples: [
      {
        service: 'inventory',
        dryRun: true,
        total: 2,
        added: ['GET /api/admin/stock/:isbn/'],
        changed: [],
        restored: [],
        retired: ['POST /api/admin/stock/recount/'],
        unchanged: 1,
        skipped: [{ operation: 'GET /health', reason: 'The path does not begin with /api/admin/.' }],
      },
    ],
  })
