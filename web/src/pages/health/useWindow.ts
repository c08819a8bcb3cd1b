import { useNavigate, useSearch } from '@tanstack/react-router'
import { windowOf, type Window } from './windows.ts'

/** How far back the charts of a page look, six hours unless told; kept in its URL, whichever page it is. */
export function useWindow(otherwise?: Window) {
  const { window: chosen } = useSearch({ strict: false })
  const navigate = useNavigate()
  const look = ({ id }: Window) => {
    void navigate({ to: '.', search: (search) => ({ ...search, window: id }), replace: true, resetScroll: false })
  }
  return [windowOf(chosen, otherwise), look] as const
}
