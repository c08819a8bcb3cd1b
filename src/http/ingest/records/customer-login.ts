import { z } from 'zod'
import { readLogin } from '../../../trade/records/customer-login.ts'
import { answer, operation } from '../../routing/define-route.ts'
import { etagOf, isCurrent } from '../../etag.ts'
import { CustomerLogin } from '../../responses/ingest.ts'
import { recordDefaults } from '../defaults.ts'
import { CustomerParams } from './record-schemas.ts'

const Headers = z.object({
  'if-none-match': z.string().optional().describe('`ETag` of the cached lock.'),
})

const withEtag = { ETag: 'Hash of the state of the lock, in quotes.' }

/** The route by which the platform asks before a sign-in whether the login is locked. */
export const customerLogin = [
  operation(
    {
      ...recordDefaults,
      method: 'GET',
      path: '/ingest/v1/customers/:id/login',
      operationId: 'readCustomerLogin',
      summary: "Get the lock of a customer's login",
      description:
        'Request it before every sign-in: Vigía owns the lock, and an operator may have lifted it. Operators see ' +
        'the time of the first request after an unlock as the time when the platform read it.',
      params: CustomerParams,
      headers: Headers,
      answers: {
        200: { description: 'The current lock.', schema: CustomerLogin, headers: withEtag },
        304: { description: 'The lock has not changed since the cached one.', headers: withEtag },
      },
      refusals: { 404: 'There is no such customer.' },
    },
    async ({ params, headers, at }, { db }) => {
      const login = await readLogin(db, params.id, at)
      const etag = etagOf(login)
      const responseHeaders = { etag, 'cache-control': 'private, no-cache' }
      if (isCurrent(headers['if-none-match'], etag)) return answer(304, undefined, responseHeaders)
      return answer(200, login, responseHeaders)
    },
  ),
]
