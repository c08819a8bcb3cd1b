import { checkList, listProblems, type DeclaredEndpoint } from '../../../inventory/reported/endpoint-declaration.ts'
import { readOpenApi, type SkippedOperation } from '../../../inventory/reported/openapi-document.ts'
import { DomainError } from '../../../lib/errors.ts'
import type { ImportSource } from '../../../monitoring/reported-endpoints/import-endpoints.ts'
import type { Deps } from '../../deps.ts'

type WantedImport = {
  service: string
  endpoints: readonly DeclaredEndpoint[]
  skipped: SkippedOperation[]
  dryRun: boolean
}

/** Imports the endpoints of a service, or performs a dry run, and returns the body of the response. */
export async function runImport(
  { skipped, ...wanted }: WantedImport,
  source: ImportSource,
  { importEndpoints }: Pick<Deps, 'importEndpoints'>,
) {
  const { service, dryRun, endpoints } = wanted
  const plan = await importEndpoints(wanted, source)
  return { service, dryRun, total: endpoints.length, ...plan, skipped }
}

/** The same for an OpenAPI document. @throws DomainError INVALID_INPUT listing all problems. */
export function runOpenApiImport(
  { document, ...wanted }: { service: string; dryRun: boolean; document: Readonly<Record<string, unknown>> },
  source: ImportSource,
  deps: Pick<Deps, 'importEndpoints'>,
) {
  const { declared, skipped, problems } = readOpenApi(document)
  const errors = [...problems, ...checkList(declared)]
  if (errors.length > 0) throw new DomainError('INVALID_INPUT', listProblems(errors), null, { errors })
  return runImport({ ...wanted, endpoints: declared.map(({ endpoint }) => endpoint), skipped }, source, deps)
}
