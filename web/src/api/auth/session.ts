import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { CurrentSessionDocument, type CurrentSessionQuery } from '../../generated/graphql.ts'
import { type OpenedSession, type SignInMethods } from '../restTypes.ts'
import { get, requestGraphQL, isSessionOver, post, send } from '../client/request.ts'

export type Session = CurrentSessionQuery['session']

/** Permissions of an operator, as the server spells them. */
export type Permission = OpenedSession['permissions'][number]

/** Current session. Rejects with UNAUTHENTICATED if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await requestGraphQL(CurrentSessionDocument, {}, signal)).session,
  staleTime: Infinity,
})

/** Session of the signed-in operator; the signed-in part of the application renders only once it is loaded. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the signed-in operator has a permission; controls without it are hidden. */
export const usePermission = (permission: Permission): boolean => useSession().permissions.includes(permission)

/** The ways to sign in; null if they cannot be read. */
export const readSignInMethods = (): Promise<SignInMethods | null> =>
  get<SignInMethods>('/auth/methods').catch(() => null)

/** Starts a session, held in an HttpOnly cookie. */
export const signIn = (credentials: { email: string; password: string }) => send('/auth/login', credentials)

/** Ends the session. For an operator of the identity provider, returns the address that ends the session there. */
export const signOut = async (): Promise<string | undefined> =>
  (await post<{ providerUrl: string } | undefined>('/auth/logout', {}))?.providerUrl

/**
 * Calls `onSessionOver` once, when a query or mutation fails because the session is over. Returns a function that stops
 * watching.
 */
export function watchSession(queryClient: QueryClient, onSessionOver: () => void): () => void {
  const endIfOver = (error: unknown) => {
    if (!isSessionOver(error)) return
    stop()
    onSessionOver()
  }
  const cleanups = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') endIfOver(event.action.error)
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') endIfOver(event.action.error)
    }),
  ]
  const stop = () => {
    for (const cleanUp of cleanups) cleanUp()
  }
  return stop
}
