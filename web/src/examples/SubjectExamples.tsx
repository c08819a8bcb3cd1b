import { useQuery } from '@tanstack/react-query'
import { subjectExamplesQuery } from '../api/health/examples.ts'
import { type Kind } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { RequestExamples } from './RequestExamples.tsx'

const text = localize({ title: 'Últimas peticiones fallidas o lentas' }, { title: 'Latest failed or slow requests' })

/** The latest failed and slow requests of an endpoint, a library or an integration. */
export function SubjectExamples({ kind, id }: { kind: Kind; id: string }) {
  return <RequestExamples title={text.title} result={useQuery(subjectExamplesQuery(kind, id))} />
}
