import { useDebouncedValue } from '@mantine/hooks'
import { useSearch } from '../api/search.ts'
import { localize } from '../i18n.ts'
import { groupHits } from './groupHits.ts'
import { partlyReadGroup } from './partlyRead.ts'
import { type PaletteGroup, type PaletteItem } from './paletteItem.ts'
import { useCommands } from './commands.ts'
import { useTraceCommand } from './traceCommand.ts'
import { useRecentSearches } from './recentSearches.ts'

/** Debounce after the last key before the request: long enough to finish a word. */
const DEBOUNCE_MS = 150

const text = localize(
  { recent: 'Búsquedas recientes', clearRecent: 'Borrar las búsquedas recientes' },
  { recent: 'Recent searches', clearRecent: 'Clear recent searches' },
)

type Options = { query: string; onType: (query: string) => void; onHelp: () => void }

/** All options for the typed text: pages and actions immediately, search hits when the response arrives. */
export function useSearchResults({ query, onType, onHelp }: Options) {
  const q = query.trim()
  const [debounced] = useDebouncedValue(q, DEBOUNCE_MS)
  const { data, error, isPlaceholderData, refetch } = useSearch(debounced)
  const commands = useCommands(q, onHelp)
  const trace = useTraceCommand(q)
  const { recent, saveSearch, clearRecent } = useRecentSearches()

  const searchError = q !== '' && error ? error : null
  const response = q === '' || searchError ? undefined : data
  const hits = response ? groupHits(response.groups, q) : []
  const lost = partlyReadGroup(response?.partlyReadCount ?? null)
  return {
    q,
    groups:
      q === ''
        ? [...recentGroups(recent, onType, clearRecent), ...commands]
        : [...commands, ...hits, ...lost, ...trace],
    /** Whether everything displayed belongs to the typed text and no response is pending. */
    isSettled: q === '' || (q === debounced && !isPlaceholderData && (data !== undefined || searchError !== null)),
    /** Whether no search response can be displayed yet. */
    isWaiting: q !== '' && !response && !searchError,
    isEmpty: response !== undefined && hits.length === 0,
    searchError,
    retry: () => void refetch(),
    /** Stores the current text among the recent searches. */
    saveSearch: () => {
      if (q !== '') saveSearch(q)
    },
  }
}

function recentGroups(
  recent: readonly string[],
  onType: (query: string) => void,
  clearRecent: () => void,
): PaletteGroup[] {
  if (recent.length === 0) return []
  const searches = recent.map((search): PaletteItem => ({
    id: `recent:${search}`,
    title: search,
    keepsOpen: true,
    run: () => {
      onType(search)
    },
  }))
  return [
    {
      id: 'recent',
      title: text.recent,
      items: [...searches, { id: 'forget', title: text.clearRecent, run: clearRecent, keepsOpen: true }],
    },
  ]
}
