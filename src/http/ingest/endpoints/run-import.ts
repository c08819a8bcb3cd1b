import { checkList, listProblems, type DeclaredList } from '../../../inventory/reported/endpoint-declaration.ts'
import { readOpenApi } from '../../../inventory/reported/openapi-document.ts'
import { skipRepeated } from '../../../inventory/reported/settle-list.ts'
import { DomainError } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { render } from '../../../messages/sentences.ts'
import type { ImportSource } from '../../../monitoring/reported-endpoints/import-source.ts'
import type { Deps } from '../../deps.ts'

type ImportOptions = { service: string; dryRun: boolean; retire: boolean; language: Language }

/** Imports the endpoints of a service, or performs a dry run, and returns the body of the response. */
export async function runImport(
  { language, ...options }: ImportOptions,
  declared: DeclaredList,
  source: ImportSource,
  { importEndpoints }: Pick<Deps, 'importEndpoints'>,
) {
  const { service, dryRun } = options
  const { endpoints, skipped, unread } = skipRepeated(declared)
  const { skipped: unreadable, ...result } = await importEndpoints({ ...options, endpoints, unread }, source)
  return {
    service,
    dryRun,
    ...result,
    skipped: [...skipped, ...unreadable].map((one) => ({ ...one, reason: render(one.sentence, language) })),
  }
}

/**
 * Imports from an OpenAPI document, as `runImport` does.
 * @throws DomainError INVALID_INPUT listing all problems.
 */
export function runOpenApiImport(
  options: ImportOptions,
  document: Readonly<Record<string, unknown>>,
  source: ImportSource,
  deps: Pick<Deps, 'importEndpoints'>,
) {
  const { problems, ...declared } = readOpenApi(document)
  const errors = [...problems, ...checkList(declared.endpoints)]
  if (errors.length > 0) throw new DomainError('INVALID_INPUT', listProblems(errors), null, { errors })
  return runImport(options, declared, source, deps)
}
