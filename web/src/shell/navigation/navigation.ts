// cspell:ignore inicio
import { type Permission, useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { type pageTitles } from '../../pageTitles.ts'

/** A page of the navigation, with its shortcut and the permission it needs. */
export type NavigationPage = {
  page: keyof typeof pageTitles
  to: string
  /** `g` followed by this letter opens the page. */
  key: string
  /** The permission that the page needs; other operators do not see it. */
  permission: Permission
  /** SVG path of the icon, drawn in lines on a square of 16 by 16. */
  icon: string
  /** Further words by which the search finds the page, in both languages. */
  alias?: string
  /** Whether the number of open incidents is shown beside the page. */
  countsIncidents?: true
}

/** Pages under a common title. */
export type NavigationGroup = { id: string; title: string; pages: readonly NavigationPage[] }

const text = localize(
  { now: 'Ahora', trade: 'Comercio', trail: 'Rastro', settings: 'Ajustes' },
  { now: 'Now', trade: 'Trade', trail: 'Trail', settings: 'Settings' },
)

/**
 * All pages of the navigation, in order. The rail, the menu of a phone, the shortcuts and the search read this table:
 * to add a page, add a row.
 */
const groups = [
  {
    id: 'now',
    title: text.now,
    pages: [
      {
        ...{ page: 'overview', to: '/', key: 'r', permission: 'read:Panel', alias: 'inicio home start' },
        icon: 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
      },
      {
        ...{ page: 'onboardings', to: '/onboarding', key: 'b', permission: 'read:Library' },
        ...{ alias: 'alta altas nuevas librerías checklist' },
        icon: 'M2.5 2.5h11v11h-11zM5 8.2l2.1 2.1L11.2 5.8',
      },
      {
        ...{ page: 'incidents', to: '/incidents', key: 'n', permission: 'read:Incident', countsIncidents: true },
        icon: 'M8 2.2 14.3 13H1.7ZM8 6.4v3M8 11.2v.1',
      },
      {
        ...{ page: 'endpoints', to: '/endpoints', key: 'e', permission: 'read:Inventory' },
        icon: 'M5 4 1.5 8 5 12M11 4l3.5 4-3.5 4M9.2 3 6.8 13',
      },
      {
        ...{ page: 'integrations', to: '/integrations', key: 'i', permission: 'read:Integration' },
        icon: 'M6.4 9.6l3.2-3.2M7 4.5l1.3-1.3a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.3 1.3a3.2 3.2 0 0 1-4.5-4.5L4.5 7',
      },
    ],
  },
  {
    id: 'trade',
    title: text.trade,
    pages: [
      {
        ...{ page: 'libraries', to: '/libraries', key: 'l', permission: 'read:Library' },
        icon: 'M8 4C6.5 2.9 4.5 2.6 2 2.8v9.6c2.5-.2 4.5.1 6 1.2 1.5-1.1 3.5-1.4 6-1.2V2.8C11.5 2.6 9.5 2.9 8 4Zm0 0v9.6',
      },
      {
        ...{ page: 'customers', to: '/customers', key: 'c', permission: 'read:Customer' },
        icon: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 13.8c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4',
      },
      {
        ...{ page: 'messages', to: '/messages', key: 'm', permission: 'read:Integration' },
        icon: 'M2 3.5h12v9H2zM2 4.2l6 4.6 6-4.6',
      },
      {
        ...{ page: 'suppliers', to: '/suppliers', key: 'p', permission: 'read:Supplier' },
        ...{ alias: 'editoriales distribuidoras publishers' },
        icon:
          'M1.5 4h8v7h-8zM9.5 6.5h2.8l2.2 2.4V11h-5M4.4 13.4a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8Z' +
          'M11.6 13.4a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8Z',
      },
    ],
  },
  {
    id: 'trail',
    title: text.trail,
    pages: [
      {
        ...{ page: 'audit', to: '/audit', key: 'a', permission: 'read:Audit' },
        icon: 'M3.8 2.2h8.4v11.6H3.8zM6 5.4h4M6 8h4M6 10.6h2.4',
      },
      {
        ...{ page: 'trace', to: '/trace', key: 'z', permission: 'read:Search' },
        ...{ alias: 'seguir rastrear follow traceparent request isbn albarán' },
        icon: 'M3 2.4v4.2a2 2 0 0 0 2 2h6a2 2 0 0 1 2 2v3M1.6 2.4h2.8M11.6 13.6h2.8M6.6 8.6h2.8',
      },
    ],
  },
  {
    id: 'settings',
    title: text.settings,
    pages: [
      {
        ...{
          page: 'alerts',
          to: '/alerts',
          key: 'v',
          permission: 'read:Destination',
          alias: 'destinos webhook correo',
        },
        icon: 'M2 6.2h2.6L9.4 3v10L4.6 9.8H2zM11.6 6a3 3 0 0 1 0 4M13.2 4.2a5.4 5.4 0 0 1 0 7.6',
      },
      {
        ...{ page: 'maintenance', to: '/maintenance', key: 't', permission: 'read:Incident', alias: 'silenciar mute' },
        icon: 'M13.6 4.4a3.4 3.4 0 0 1-4.6 4L4.6 12.8a1.6 1.6 0 0 1-2.3-2.3L6.8 6a3.4 3.4 0 0 1 4-4.6L8.9 3.6l2.3 2.3Z',
      },
      {
        ...{
          page: 'services',
          to: '/services',
          key: 's',
          permission: 'read:Integration',
          alias: 'claves tokens ingest',
        },
        icon: 'M2.5 2.8h11v4.4h-11zM2.5 8.8h11v4.4h-11zM5 5h.1M5 11h.1M8 5h3M8 11h3',
      },
      {
        ...{ page: 'operators', to: '/operators', key: 'o', permission: 'manage:Operator' },
        icon:
          'M5.8 7.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8ZM1.6 13.2c.4-2.3 2-3.6 4.2-3.6s3.8 1.3 4.2 3.6' +
          'M10.4 7.3a2.2 2.2 0 0 0 0-4.3M11.6 9.8c1.6.4 2.6 1.6 2.9 3.4',
      },
    ],
  },
] as const satisfies readonly NavigationGroup[]

/** The groups of pages that the signed-in operator may see. */
export function useNavigation(): NavigationGroup[] {
  const { permissions } = useSession()
  return groups
    .map(({ id, title, pages }) => ({
      id,
      title,
      pages: pages.filter(({ permission }) => permissions.includes(permission)),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** The pages that the signed-in operator may see, in the order of the navigation. */
export const useNavigationPages = (): NavigationPage[] => useNavigation().flatMap(({ pages }) => pages)
