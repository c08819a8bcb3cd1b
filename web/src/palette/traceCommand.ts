import { usePermission } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { pageTitles } from '../pageTitles.ts'
import { type PaletteGroup } from './paletteItem.ts'

const text = localize({ follow: (id: string) => `Seguir «${id}»` }, { follow: (id) => `Follow “${id}”` })

const MIN_LENGTH = 4

/**
 * The item that traces the typed text, if the text may be an id (it must contain a digit). Placed after the search
 * results.
 */
export function useTraceCommand(query: string): PaletteGroup[] {
  const canTrace = usePermission('read:Search')
  if (!canTrace || query.length < MIN_LENGTH || !/\d/u.test(query)) return []
  const href = `/trace?${new URLSearchParams({ id: query }).toString()}`
  return [
    {
      id: 'trace',
      title: pageTitles.trace,
      items: [{ id: 'trace:query', title: text.follow(query), href, isInterfaceText: true }],
    },
  ]
}
