import { type ReactNode, useId } from 'react'
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { language, type Language, setLanguage, localize } from '../i18n.ts'

const text = localize(
  { theme: 'Tema', language: 'Idioma', light: 'Claro', dark: 'Oscuro', auto: 'Del sistema' },
  { theme: 'Theme', language: 'Language', light: 'Light', dark: 'Dark', auto: 'System' },
)

const themes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

// Each language is named in that language, so that operators recognise theirs in any current language.
const languages = { es: 'Español', en: 'English' } as const satisfies Record<Language, string>

/** Menu items to choose the theme; the choice is stored in this browser. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <RadioGroup label={text.theme}>
      {themes.map((scheme) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={colorScheme === scheme}
          onChange={() => {
            setColorScheme(scheme)
          }}
        >
          {text[scheme]}
        </Menu.RadioItem>
      ))}
    </RadioGroup>
  )
}

/** Menu items to choose the language; the choice is stored in this browser. */
export function LanguageItems() {
  return (
    <RadioGroup label={text.language}>
      {(['es', 'en'] as const).map((code) => (
        <Menu.RadioItem
          key={code}
          value={code}
          lang={code}
          checked={language === code}
          onChange={() => {
            if (code !== language) setLanguage(code)
          }}
        >
          {languages[code]}
        </Menu.RadioItem>
      ))}
    </RadioGroup>
  )
}

function RadioGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <Menu.Label id={id}>{label}</Menu.Label>
      {children}
    </div>
  )
}
