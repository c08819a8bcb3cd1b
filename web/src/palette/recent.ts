import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '../api/session.ts'

const MOST = 5

/** Recent searches of this operator, latest first, stored only in this browser. */
export function useRecentSearches() {
  const { operator } = useSession()
  const [recent, setRecent, forget] = useLocalStorage<readonly string[]>({
    key: `vigia.searches.${operator.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: readTexts,
  })
  const remember = (search: string) => {
    setRecent([search, ...recent.filter((one) => one !== search)].slice(0, MOST))
  }
  return { recent, remember, forget }
}

// Treats any invalid stored value as empty.
function readTexts(kept: string | undefined): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}
