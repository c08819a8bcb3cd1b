import { useMantineColorScheme } from '@mantine/core'
import { language, setLanguage, localize } from '../i18n.ts'
import { type NavigationPage, useNavigationPages } from '../shell/navigation/navigation.ts'
import { pageTitles } from '../pageTitles.ts'
import { type PaletteGroup, type PaletteItem } from './paletteItem.ts'
import { matchesPrefixes } from './matchText.ts'

type Page = Pick<NavigationPage, 'page' | 'to' | 'alias'> & { key?: string }

const text = localize(
  {
    pages: 'Ir a',
    actions: 'Acciones',
    light: 'Tema claro',
    dark: 'Tema oscuro',
    auto: 'Tema del sistema',
    language: 'English',
    languageAlias: 'inglés idioma language',
    themeAlias: 'apariencia color modo theme',
    shortcuts: 'Atajos de teclado',
    shortcutsAlias: 'ayuda teclas help',
    wall: 'Modo pantalla',
    explorer: 'Explorador GraphQL',
  },
  {
    pages: 'Go to',
    actions: 'Actions',
    light: 'Light theme',
    dark: 'Dark theme',
    auto: 'System theme',
    language: 'Español',
    languageAlias: 'spanish idioma language',
    themeAlias: 'appearance color mode tema',
    shortcuts: 'Keyboard shortcuts',
    shortcutsAlias: 'help keys ayuda',
    wall: 'Screen mode',
    explorer: 'GraphQL explorer',
  },
)

const account: Page = { page: 'account', to: '/account', alias: 'contraseña sesiones password sessions' }

const WALL_URL = '/?pared=true'

/** Pages and actions available without a search request, filtered by the typed prefixes. */
export function useCommands(query: string, onHelp: () => void): PaletteGroup[] {
  const actions = useActions(onHelp)
  const pages: readonly Page[] = [...useNavigationPages(), account]
  return [
    { id: 'pages', title: text.pages, items: pages.filter(matchesPage(query)).map(pageItem) },
    {
      id: 'actions',
      title: text.actions,
      items: actions
        .filter(({ item, alias }) => matchesPrefixes(`${item.title} ${alias}`, query))
        .map(({ item }) => item),
    },
  ].filter(({ items }) => items.length > 0)
}

const matchesPage =
  (query: string) =>
  ({ page, alias = '' }: Page) =>
    matchesPrefixes(`${pageTitles[page]} ${alias}`, query)

const pageItem = ({ page, to, key }: Page): PaletteItem => ({
  id: `page:${page}`,
  title: pageTitles[page],
  href: to,
  aside: key === undefined ? undefined : { keys: ['g', key] },
})

function useActions(onHelp: () => void): { item: PaletteItem; alias: string }[] {
  const { setColorScheme } = useMantineColorScheme()
  const themes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    item: {
      id: `theme:${scheme}`,
      title: text[scheme],
      run: () => {
        setColorScheme(scheme)
      },
    },
    alias: text.themeAlias,
  }))
  const switchLanguage = () => {
    setLanguage(language === 'es' ? 'en' : 'es')
  }
  return [
    ...themes,
    { item: { id: 'language', title: text.language, run: switchLanguage }, alias: text.languageAlias },
    { item: { id: 'help', title: text.shortcuts, run: onHelp, aside: { keys: ['?'] } }, alias: text.shortcutsAlias },
    { item: { id: 'wall', title: text.wall, href: WALL_URL }, alias: 'monitor tv' },
    {
      item: {
        id: 'explorer',
        title: text.explorer,
        run: () => {
          location.assign('/explorer')
        },
      },
      alias: '',
    },
  ]
}
