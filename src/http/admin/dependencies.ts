import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { DomainError } from '../../lib/errors.ts'
import { findSubject, type SubjectKey, type SubjectRecord } from '../../monitoring/subjects/subject-records.ts'
import { listDownstream, listUpstream, setDependencies } from '../../monitoring/suppression/dependencies.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { Dependencies } from '../responses/suppression.ts'
import { list } from '../fields/basic-fields.ts'
import { SubjectReference } from '../fields/subject-fields.ts'

const Params = z.object(SubjectReference.shape)

const NewDependencies = z.strictObject({
  upstream: list(SubjectReference, 20).describe(
    'Subjects that it depends on; replaces the previous ones. Empty: none.',
  ),
})

const defaults = {
  inventory: false,
  tag: 'Alerting',
  path: '/api/admin/subjects/:kind/:id/dependencies/',
  params: Params,
  answers: { 200: { description: 'The dependencies of the subject.', schema: Dependencies } },
  refusals: { 404: 'There is no such subject.' },
} as const

/** The routes of the dependencies of a subject. */
export const dependencies = [
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      may: 'read:Inventory',
      operationId: 'readDependencies',
      summary: 'Get the dependencies of a subject',
      description: 'The subjects that it depends on, and those that depend on it.',
    },
    ({ params }, { db }) => dependenciesBody(db, params),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      may: 'manage:Subject',
      operationId: 'setDependencies',
      summary: 'Set the dependencies of a subject',
      description:
        'While an upstream subject is failing, an incident of the subject opens suppressed; if it still holds two minutes ' +
        'after that is over, it counts. Dependencies in a circle are refused.',
      body: NewDependencies,
      example: { upstream: [{ kind: 'INTEGRACIONES', id: 'sinli_inbound' }] },
    },
    async ({ params, body: { upstream }, by, at }, { db }) => {
      await setDependencies(db, { subject: params, upstream }, by, at)
      return dependenciesBody(db, params)
    },
  ),
]

async function dependenciesBody(db: Deps['db'], key: SubjectKey) {
  const subject = await findSubject(db, key)
  if (!subject) throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT', parameters: { kind: key.kind, id: key.id } })
  const { subjectId } = subject
  const upstream = await listUpstream(db, [subjectId])
  const downstream = await listDownstream(db, [subjectId])
  return { upstream: upstream.map(referenceTo), downstream: downstream.map(referenceTo) }
}

const referenceTo = ({ kind, key }: SubjectRecord) => ({ kind, id: key })
