import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'

type Props = { kind: Kind; id: string; className?: string | undefined; children: ReactNode }

const links = {
  ENDPOINTS: ({ id, ...rest }) => <Link to="/endpoints/$id" params={{ id }} {...rest} />,
  LIBRERIAS: ({ id, ...rest }) => <Link to="/libraries/$code" params={{ code: id }} {...rest} />,
  INTEGRACIONES: ({ id, ...rest }) => <Link to="/integrations/$key" params={{ key: id }} {...rest} />,
} satisfies Record<Kind, (props: Omit<Props, 'kind'>) => ReactNode>

/** Link to the page of an endpoint, a library or an integration. */
export const SubjectLink = ({ kind, ...rest }: Props) => links[kind](rest)
