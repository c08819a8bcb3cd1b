import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { CurrentSessionDocument, type CurrentSessionQuery } from '../generated/graphql.ts'
import { ask, isSessionOver, send } from './request.ts'

export type Session = CurrentSessionQuery['session']

/** Permissions of an operator, as the server spells them. */
export type Permission =
  'acknowledge:Incident' | 'resolve:Incident' | 'unlock:Customer' | 'replay:Integration' | 'manage:Operator'

/** Current session. Rejects with UNAUTHENTICATED if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await ask(CurrentSessionDocument, {}, signal)).session,
  staleTime: Infinity,
})

/** Session of the signed-in operator; the signed-in part of the application renders only once it is loaded. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the signed-in operator has a permission; controls without it are hidden. */
export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission)

/** Starts a session, held in an HttpOnly cookie. */
export const signIn = (credentials: { email: string; password: string }) => send('/auth/login', credentials)

/** Ends the session. */
export const signOut = () => send('/auth/logout', {})

/** Calls `onOver` once when a query or mutation fails because the session is over. Returns a function that stops it. */
export function watchSession(cache: QueryClient, onOver: () => void): () => void {
  const notice = (error: unknown) => {
    if (!isSessionOver(error)) return
    stop()
    onOver()
  }
  const stops = [
    cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
    }),
    cache.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
    }),
  ]
  const stop = () => {
    for (const each of stops) each()
  }
  return stop
}
