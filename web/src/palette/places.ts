import { useMantineColorScheme } from '@mantine/core'
import { useMay } from '../api/session.ts'
import { language, speak, words } from '../language.ts'
import { type GoKey, goKeys } from '../shell/shortcuts.ts'
import { titles } from '../titles.ts'
import { type Group, type Item } from './items.ts'
import { begins } from './matches.ts'

type Page = { page: keyof typeof titles; href: string; alias?: string; key?: GoKey }

const text = words(
  {
    pages: 'Ir a',
    deeds: 'Acciones',
    light: 'Tema claro',
    dark: 'Tema oscuro',
    auto: 'Tema del sistema',
    language: 'Speak English',
    languageAlias: 'inglés idioma language',
    themeAlias: 'apariencia color modo theme',
    shortcuts: 'Atajos de teclado',
    shortcutsAlias: 'ayuda teclas help',
    wall: 'Pantalla de pared',
    explorer: 'Explorador GraphQL',
  },
  {
    pages: 'Go to',
    deeds: 'Actions',
    light: 'Light theme',
    dark: 'Dark theme',
    auto: "The system's theme",
    language: 'Hablar español',
    languageAlias: 'spanish idioma language',
    themeAlias: 'appearance color mode tema',
    shortcuts: 'Keyboard shortcuts',
    shortcutsAlias: 'help keys ayuda',
    wall: 'Wall screen',
    explorer: 'GraphQL explorer',
  },
)

const everyone: readonly Page[] = [
  { page: 'overview', href: '/', alias: 'inicio home start', key: 'r' },
  { page: 'libraries', href: '/libraries', key: 'l' },
  { page: 'customers', href: '/customers', key: 'c' },
  { page: 'integrations', href: '/integrations', key: 'i' },
  { page: 'endpoints', href: '/endpoints', key: 'e' },
  { page: 'audit', href: '/audit', key: 'a' },
  { page: 'incidents', href: '/incidents' },
  { page: 'messages', href: '/messages' },
]

const WALL = '/?pared=true'

/** Pages and actions available without a search request, filtered by the typed prefixes. */
export function usePlaces(typed: string, onHelp: () => void): Group[] {
  const mayManage = useMay('manage:Operator')
  const deeds = useDeeds(onHelp)
  const pages: readonly Page[] = [
    ...everyone,
    ...(mayManage ? [{ page: 'operators', href: '/operators' } as const] : []),
    { page: 'account', href: '/account', alias: 'contraseña sesiones password sessions' },
  ]
  return [
    { id: 'pages', title: text.pages, items: pages.filter(fits(typed)).map(asItem) },
    {
      id: 'deeds',
      title: text.deeds,
      items: deeds.filter(({ item, alias }) => begins(`${item.title} ${alias}`, typed)).map(({ item }) => item),
    },
  ].filter(({ items }) => items.length > 0)
}

const fits =
  (typed: string) =>
  ({ page, alias = '' }: Page) =>
    begins(`${titles[page]} ${alias}`, typed)

const asItem = ({ page, href, key }: Page): Item => ({
  id: `page:${page}`,
  title: titles[page],
  href,
  aside: key && goKeys[key] === page ? { keys: ['g', key] } : undefined,
})

function useDeeds(onHelp: () => void): { item: Item; alias: string }[] {
  const { setColorScheme } = useMantineColorScheme()
  const themes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    item: {
      id: `theme:${scheme}`,
      title: text[scheme],
      act: () => {
        setColorScheme(scheme)
      },
    },
    alias: text.themeAlias,
  }))
  const speakOther = () => {
    speak(language === 'es' ? 'en' : 'es')
  }
  return [
    ...themes,
    { item: { id: 'language', title: text.language, act: speakOther }, alias: text.languageAlias },
    { item: { id: 'help', title: text.shortcuts, act: onHelp, aside: { keys: ['?'] } }, alias: text.shortcutsAlias },
    { item: { id: 'wall', title: text.wall, href: WALL }, alias: 'monitor tv' },
    {
      item: {
        id: 'explorer',
        title: text.explorer,
        act: () => {
          location.assign('/explorer')
        },
      },
      alias: '',
    },
  ]
}
