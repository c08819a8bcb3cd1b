import { useDebouncedValue } from '@mantine/hooks'
import { useSearch } from '../api/search.ts'
import { words } from '../language.ts'
import { groupsOf } from './hits.ts'
import { type Group, type Item } from './items.ts'
import { usePlaces } from './places.ts'
import { useRecentSearches } from './recent.ts'

/** Debounce after the last key before the request: long enough to finish a word. */
const AFTER_TYPING_MS = 150

const text = words(
  { recent: 'Búsquedas recientes', forget: 'Olvidar las búsquedas recientes' },
  { recent: 'Recent searches', forget: 'Forget the recent searches' },
)

type Asked = { typed: string; onType: (typed: string) => void; onHelp: () => void }

/** All options for the typed text: pages and actions at once, search hits when the response arrives. */
export function useFindings({ typed, onType, onHelp }: Asked) {
  const q = typed.trim()
  const [asked] = useDebouncedValue(q, AFTER_TYPING_MS)
  const { data, error, isPlaceholderData, refetch } = useSearch(asked)
  const places = usePlaces(q, onHelp)
  const { recent, remember, forget } = useRecentSearches()

  const failed = q !== '' && error ? error : null
  const answer = q === '' || failed ? undefined : data
  const hits = answer ? groupsOf(answer.groups, q) : []
  return {
    q,
    groups: q === '' ? [...recentOf(recent, onType, forget), ...places] : [...places, ...hits],
    /** Whether everything displayed belongs to the typed text and no response is pending. */
    isSettled: q === '' || (q === asked && !isPlaceholderData && (data !== undefined || failed !== null)),
    /** Whether no search response can be displayed yet. */
    isWaiting: q !== '' && !answer && !failed,
    nothingFound: answer !== undefined && hits.length === 0,
    failed,
    retry: () => void refetch(),
    /** Stores the current text among the recent searches. */
    remember: () => {
      if (q !== '') remember(q)
    },
  }
}

function recentOf(recent: readonly string[], onType: (typed: string) => void, forget: () => void): Group[] {
  if (recent.length === 0) return []
  const searches = recent.map((search): Item => ({
    id: `recent:${search}`,
    title: search,
    stays: true,
    act: () => {
      onType(search)
    },
  }))
  return [
    {
      id: 'recent',
      title: text.recent,
      items: [...searches, { id: 'forget', title: text.forget, act: forget, stays: true }],
    },
  ]
}
