import { Router, type RequestHandler } from 'express'
import { isSame } from '../../access/tokens.ts'
import { Refusal } from '../../errors.ts'
import { reportFailure } from '../../trade/customer-locks.ts'
import { putCustomer } from '../../trade/customers.ts'
import { putIntegration } from '../../trade/integrations.ts'
import { putLibrary } from '../../trade/libraries.ts'
import { putSupplier } from '../../trade/suppliers.ts'
import { libraryBody } from '../admin/libraries.ts'
import { adminRoutes } from '../admin/routes.ts'
import { jsonBody } from '../json-body.ts'
import type { Parts } from '../parts.ts'
import { addressOf, requestIdOf } from '../requests.ts'
import { takeObservations } from './observations.ts'
import { messageIn, sinliBody } from './sinli.ts'
import { supplierIn } from './suppliers.ts'
import { customerIn, integrationIn, libraryIn, signInFailureIn } from './records.ts'

/** Where the platform's services push what they know. They bring the token INGEST_TOKEN. */
export function ingest({ db, config, clock, accept, inbox }: Parts): Router {
  const router = Router({ caseSensitive: true })
  const json = jsonBody('1mb')
  router.use('/ingest', needsToken(config.ingestToken))

  router.put('/ingest/v1/libraries/:code', json, async (req, res) => {
    const { library, created } = await putLibrary(db, libraryIn(req.params, req.body))
    res.status(created ? 201 : 200).json(libraryBody(library))
  })
  router.put('/ingest/v1/customers/:id', json, async (req, res) => {
    const { customer, created } = await putCustomer(db, customerIn(req.params, req.body))
    res.status(created ? 201 : 200).json(customer)
  })
  router.post('/ingest/v1/customers/:id/sign-in-failures', json, async (req, res) => {
    const { id, at } = signInFailureIn(req.params, req.body, new Date(clock.now()))
    const from = { address: addressOf(req), requestId: requestIdOf(req) }
    res.json(await reportFailure(db, { id, at, ...from }, new Date(clock.now())))
  })
  router.put('/ingest/v1/integrations/:key', json, async (req, res) => {
    const { integration, created } = await putIntegration(db, integrationIn(req.params, req.body))
    res.status(created ? 201 : 200).json(integration)
  })
  router.put('/ingest/v1/suppliers/:sinliId', json, async (req, res) => {
    const { supplier, created } = await putSupplier(db, supplierIn(req.params, req.body))
    res.status(created ? 201 : 200).json(supplier)
  })
  router.post('/ingest/v1/sinli', sinliBody(), async (req, res) => {
    const id = await inbox.receive(messageIn(req), new Date(clock.now()))
    res.status(202).json({ id, status: 'received' })
  })
  router.post('/ingest/v1/observations', json, async (req, res) => {
    res.status(202).json(await takeObservations(req.body, adminRoutes, clock.now(), accept))
  })

  return router
}

function needsToken(token: string | null): RequestHandler {
  return (req, res, next) => {
    if (token === null) throw new Refusal('UNAVAILABLE', 'Nothing is taken in: the setting INGEST_TOKEN is not set.')
    if (!isSame(req.headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal(
        'UNAUTHENTICATED',
        'This needs the service token: Authorization: Bearer, and what INGEST_TOKEN says.',
      )
    res.set('cache-control', 'no-store')
    next()
  }
}
