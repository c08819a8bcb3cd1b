import { layoutOf } from './layouts/documents.ts'
import { type DocumentLayouts, type VersionLayout } from './layouts/layout.ts'
import { type Warnings } from './warnings.ts'

/** The layout for reading a file, and whether its version is the newest known. */
export type ChosenLayout = { layout: VersionLayout; latest: boolean }

/**
 * Chooses the layout: the first declared version that is known, or the newest if none is declared; if the lines have
 * exactly the length of another version, that one. Null if all declared versions are newer than the known ones.
 */
export function chooseVersion(
  document: DocumentLayouts,
  versions: readonly string[],
  lineLength: number,
  warnings: Warnings,
): ChosenLayout | null {
  const version =
    versions.length === 0 ? document.latest : versions.map(asNumber).find((number) => number <= document.latest)
  if (version === undefined) return null
  const declared = layoutOf(document, version)
  const layout = byLength(document, declared, lineLength) ?? declared
  if (layout === undefined) return null
  if (layout !== declared)
    warnings.add('VERSION_SEGUN_LONGITUD', null, {
      code: 'VERSION_BY_LENGTH',
      parameters: { bytes: lineLength, version: String(layout.from) },
    })
  if (layout.partial) warnings.add('VERSION_PARCIAL', null, { code: 'VERSION_PARTIAL', parameters: {} })
  return { layout, latest: version === document.latest }
}

// A version that is not a number is unknown.
const asNumber = (version: string) => (/^\d+$/.test(version) ? Number(version) : Infinity)

function byLength(
  document: DocumentLayouts,
  declared: VersionLayout | undefined,
  length: number,
): VersionLayout | undefined {
  const lengthOf = (layout: VersionLayout | undefined) => layout?.records[document.detail]?.length
  if (lengthOf(declared) === length && !declared?.partial) return undefined
  return document.layouts.find((layout) => !layout.partial && lengthOf(layout) === length)
}
