import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Goes to sign-in and forgets everything that was read: the next operator may see less. */
export function useLeave() {
  const cache = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (search: { next?: string; ended?: true }) => {
      await router.navigate({ to: '/sign-in', search })
      cache.clear()
    },
    [cache, router],
  )
}
