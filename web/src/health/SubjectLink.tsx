import { type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'
import { kinds } from '../subjects/kinds.ts'

type Props = { kind: Kind; id: string; className?: string | undefined; children: ReactNode }

/** Link to the page of a subject. */
export const SubjectLink = ({ kind, id, ...rest }: Props) => <Link {...kinds[kind].page(id)} {...rest} />
