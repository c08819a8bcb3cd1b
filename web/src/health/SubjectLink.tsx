import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'

type Props = { kind: Kind; id: string; className?: string | undefined; children: ReactNode }

/** Link to the page of an endpoint, a library or an integration. */
export function SubjectLink({ kind, id, ...rest }: Props) {
  if (kind === 'ENDPOINTS') return <Link to="/endpoints/$id" params={{ id }} {...rest} />
  if (kind === 'LIBRERIAS') return <Link to="/libraries/$code" params={{ code: id }} {...rest} />
  return <Link to="/integrations/$key" params={{ key: id }} {...rest} />
}
