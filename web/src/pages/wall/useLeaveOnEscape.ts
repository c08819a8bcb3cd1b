import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'

/** Returns to the overview on Escape. */
export function useLeaveOnEscape() {
  const { navigate } = useRouter()
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') void navigate({ to: '/' })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [navigate])
}
