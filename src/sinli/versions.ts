import { type Identified } from './identification.ts'
import { layoutOf } from './layouts/documents.ts'
import { type DocumentLayouts, type VersionLayout } from './layouts/layout.ts'
import { type Warnings } from './warnings.ts'

/** The layout that a file is read with, and whether its version is the newest that we know. */
export type ChosenLayout = { layout: VersionLayout; latest: boolean }

/**
 * Chooses the layout: the first version named that we know, or the newest where none is named; but where the lines have
 * exactly the length of another version, that one. Null where all versions named are newer than we know.
 */
export function chooseVersion(
  document: DocumentLayouts,
  { versions }: Identified,
  usualLength: number,
  warnings: Warnings,
): ChosenLayout | null {
  const version = versions.length === 0 ? document.latest : versions.map(asNumber).find((one) => one <= document.latest)
  if (version === undefined) return null
  const named = layoutOf(document, version)
  const layout = byLength(document, named, usualLength) ?? named
  if (layout === undefined) return null
  if (layout !== named)
    warnings.note(
      'VERSION_SEGUN_LONGITUD',
      null,
      `The lines are of ${usualLength} bytes, as in version ${layout.from}; read as such.`,
    )
  if (layout.partial)
    warnings.note('VERSION_PARCIAL', null, 'Of this version only the fields that all versions share are known.')
  return { layout, latest: version === document.latest }
}

// Something that is no number is a version we do not know.
const asNumber = (version: string) => (/^\d+$/.test(version) ? Number(version) : Infinity)

function byLength(
  document: DocumentLayouts,
  named: VersionLayout | undefined,
  length: number,
): VersionLayout | undefined {
  const lengthOf = (layout: VersionLayout | undefined) => layout?.records[document.detail]?.length
  if (lengthOf(named) === length && !named?.partial) return undefined
  return document.layouts.find((layout) => !layout.partial && lengthOf(layout) === length)
}
