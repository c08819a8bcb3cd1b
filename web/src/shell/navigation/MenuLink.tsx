import { Menu } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'

type Props = Pick<LinkProps, 'to' | 'search'> & { children: string }

/** Menu item that links to a page. */
export function MenuLink({ to, search, children }: Props) {
  return <Menu.Item renderRoot={(props) => <Link {...props} to={to} search={search} />}>{children}</Menu.Item>
}
