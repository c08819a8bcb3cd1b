import { z } from 'zod'
import { Sentence } from '../../request/problem-document.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Details = z
  .object({
    path: z.string().describe('Path of the endpoint, with the names of its parameters.'),
    areaId: z.string().nullable().describe('Area of the endpoint; null if it has none.'),
    critical: z.boolean().describe(descriptionOf('Subject.critical')),
    authRequired: z.boolean().describe('Whether a session is required.'),
  })
  .meta({ id: 'EndpointDetails', description: 'Details declared for an endpoint.' })

const Change = z
  .object({
    id: z.string().describe('ID of the endpoint: method and path, with the names that its parameters had first.'),
    before: Details.describe('Details before the import.'),
    after: Details.describe('Details after the import.'),
  })
  .meta({ id: 'EndpointChange', description: 'An endpoint whose details an import changes.' })

const Skipped = z
  .object({
    operation: z.string().describe('Method and path, including the path of the server.'),
    reason: z.string().describe('Reason why it is not imported, as a sentence.'),
    sentence: Sentence.describe('The reason in parts, to be told in another language.'),
  })
  .meta({ id: 'SkippedOperation', description: 'An operation that is not imported.' })

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
    pendingRetirement: z
      .array(z.string())
      .describe(
        'IDs of the endpoints that are no longer in the list and stay in use until their retirement is confirmed, ' +
          'because the list may be incomplete.',
      ),
    newlyPending: z
      .array(z.string())
      .describe('IDs of those in `pendingRetirement` that did not wait before the import.'),
    noLongerPending: z
      .array(z.string())
      .describe('IDs of the endpoints that waited for the confirmation and are in the list again.'),
    unchanged: z.int().describe('Number of unchanged endpoints.'),
    skipped: z
      .array(Skipped)
      .describe('Operations that are not endpoints of the back office, cannot be read, or are there twice.'),
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
        pendingRetirement: [],
        newlyPending: [],
        noLongerPending: [],
        unchanged: 1,
        skipped: [
          {
            operation: 'GET /health',
            reason: 'The path does not begin with /api/admin/.',
            sentence: { code: 'OPERATION_ELSEWHERE', parameters: { prefix: '/api/admin/' } },
          },
        ],
      },
    ],
  })

/** Response to a confirmed retirement of endpoints. */
export const EndpointRetirement = z
  .object({
    service: z.string().describe('Name of the service.'),
    retired: z.array(z.string()).describe('IDs of the endpoints that this request retired.'),
  })
  .meta({
    id: 'EndpointRetirement',
    description: 'Endpoints that were retired after a confirmation.',
    examples: [{ service: 'inventory', retired: ['GET /api/admin/stock/:isbn/'] }],
  })
