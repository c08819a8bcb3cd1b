import { readMailboxStatus } from '../../trade/mailbox/mailbox-state.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { MailboxResponse } from '../responses/mailbox.ts'

/** The route that shows the mailbox of SINLI messages. */
export const sinliMailbox = [
  adminRoute(
    {
      method: 'GET',
      path: '/api/admin/integrations/sinli_inbound/mailbox/',
      inventory: false,
      may: 'read:Integration',
      operationId: 'readMailbox',
      tag: 'SINLI',
      summary: 'Get the status of the SINLI mailbox',
      description: 'Whether it is connected, the number of e-mails read, and the number still to be read.',
      answers: { 200: { description: 'The mailbox.', schema: MailboxResponse } },
    },
    async (_request, { db, config }) => {
      const mailbox = await readMailboxStatus(db, config.sinliMailbox)
      if (mailbox === null) return { mailbox: null }
      const { error, errorCode, errorAt, ...status } = mailbox
      return { mailbox: { ...status, lastError: error, lastErrorCode: errorCode, lastErrorAt: errorAt } }
    },
  ),
]
