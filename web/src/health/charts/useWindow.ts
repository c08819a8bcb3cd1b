import { useNavigate, useSearch } from '@tanstack/react-router'
import { windowById, type ChartWindow } from './chartWindows.ts'

/** The window of a page's charts, six hours by default, stored in the URL of the page. */
export function useWindow(fallback?: ChartWindow) {
  const { window: windowId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const setWindow = ({ id }: ChartWindow) => {
    void navigate({ to: '.', search: (search) => ({ ...search, window: id }), replace: true, resetScroll: false })
  }
  return [windowById(windowId, fallback), setWindow] as const
}
