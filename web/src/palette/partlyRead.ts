import { localize, plural } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { pageTitles } from '../pageTitles.ts'
import { type PaletteGroup } from './paletteItem.ts'

const text = localize(
  {
    couldHold: (count: number) =>
      plural(
        count,
        '1 mensaje fallido podría contenerlo: verlo',
        `${formatInteger(count)} mensajes fallidos podrían contenerlo: verlos`,
      ),
  },
  {
    couldHold: (count) =>
      plural(
        count,
        '1 failed message could hold it: see it',
        `${formatInteger(count)} failed messages could hold it: see them`,
      ),
  },
)

/** The failed messages that are only partly legible: a search that finds nothing may concern their illegible part. */
export const partlyRead = {
  text: text.couldHold,
  search: { content: 'partly' },
  href: '/messages?content=partly',
} as const

/** The item that links to the partly legible messages; empty if there are no such messages. */
export function partlyReadGroup(count: number | null): PaletteGroup[] {
  if (!count) return []
  const item = { id: 'messages:partly-read', title: partlyRead.text(count), href: partlyRead.href } as const
  return [{ id: 'partly-read', title: pageTitles.messages, items: [{ ...item, isHit: true, isInterfaceText: true }] }]
}
