import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '../api/session.ts'

const MOST = 5

/** What this operator looked for lately, the last first, kept in this browser only. */
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

// Whatever else may lie there is as if there were nothing.
function readTexts(kept: string | undefined): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}
