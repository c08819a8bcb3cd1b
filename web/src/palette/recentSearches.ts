import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '../api/auth/session.ts'

const MAX_RECENT = 5

/** Recent searches of this operator, latest first, stored only in this browser. */
export function useRecentSearches() {
  const { operator } = useSession()
  const [recent, setRecent, clearRecent] = useLocalStorage<readonly string[]>({
    key: `vigia.searches.${operator.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: parseTexts,
  })
  const saveSearch = (search: string) => {
    setRecent([search, ...recent.filter((item) => item !== search)].slice(0, MAX_RECENT))
  }
  return { recent, saveSearch, clearRecent }
}

// Treats any invalid stored value as empty.
function parseTexts(stored: string | undefined): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}
