import { createLink, type LinkComponent } from '@tanstack/react-router'
import { type AnchorHTMLAttributes } from 'react'
import classes from './DataTable.module.css'

const Anchor = (props: AnchorHTMLAttributes<HTMLAnchorElement>) => <a {...props} className={classes.link} />
const RouterAnchor = createLink(Anchor)

/** Link from a row to the page of its object; the whole row is clickable. */
export const RowLink: LinkComponent<typeof Anchor> = (props) => <RouterAnchor preload="intent" {...props} />
