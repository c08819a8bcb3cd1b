import { useNavigate, useSearch } from '@tanstack/react-router'
import { windowOf, type Window } from './windows.ts'

/** The window of a page's charts, six hours by default, stored in the URL of the page. */
export function useWindow(otherwise?: Window) {
  const { window: chosen } = useSearch({ strict: false })
  const navigate = useNavigate()
  const look = ({ id }: Window) => {
    void navigate({ to: '.', search: (search) => ({ ...search, window: id }), replace: true, resetScroll: false })
  }
  return [windowOf(chosen, otherwise), look] as const
}
