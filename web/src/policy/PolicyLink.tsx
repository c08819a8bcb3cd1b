import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'
import { pageTitles } from '../pageTitles.ts'

const label = pageTitles.policy

const links = {
  ENDPOINTS: (id) => <Link to="/endpoints/$id/policy" params={{ id }} children={label} />,
  LIBRERIAS: (id) => <Link to="/libraries/$code/policy" params={{ code: id }} children={label} />,
  INTEGRACIONES: (id) => <Link to="/integrations/$key/policy" params={{ key: id }} children={label} />,
} satisfies Record<Kind, (id: string) => ReactNode>

/** Link to the thresholds of a subject. */
export const PolicyLink = ({ kind, id }: { kind: Kind; id: string }) => links[kind](id)
