import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { CurrentSessionDocument, type CurrentSessionQuery } from '../generated/graphql.ts'
import { ask, isSessionOver, send } from './request.ts'

export type Session = CurrentSessionQuery['session']

/** What an operator may do, spelled as the server spells it. */
export type Permission =
  'acknowledge:Incident' | 'resolve:Incident' | 'unlock:Customer' | 'replay:Integration' | 'manage:Operator'

/** Who is signed in. Refused with UNAUTHENTICATED where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await ask(CurrentSessionDocument, {}, signal)).session,
  staleTime: Infinity,
})

/** The session of whoever is looking; the signed-in part of the application is only shown once it is known. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether whoever is looking may do this; what is not allowed is not offered. */
export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission)

/** Starts a session, kept in a cookie that scripts cannot read. */
export const signIn = (credentials: { email: string; password: string }) => send('/auth/login', credentials)

/** Ends the session. */
export const signOut = () => send('/auth/logout', {})

/** Tells once when any answer says that the session is over. Returns the way to stop watching. */
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
