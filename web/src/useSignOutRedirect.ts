import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Navigates to sign-in and clears the cache: the next operator may have fewer permissions. */
export function useSignOutRedirect() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useCallback(
    async (search: { next?: string; ended?: true }) => {
      await router.navigate({ to: '/sign-in', search })
      queryClient.clear()
    },
    [queryClient, router],
  )
}
