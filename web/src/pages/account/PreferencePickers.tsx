import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { language, setLanguage, localize } from '../../i18n.ts'

const text = localize(
  { language: 'Idioma', theme: 'Tema', light: 'Claro', dark: 'Oscuro', auto: 'Del sistema' },
  { language: 'Language', theme: 'Theme', light: 'Light', dark: 'Dark', auto: 'System' },
)

// Each named in its own language, so that operators can read theirs in any current language.
const languages = [
  { value: 'es', label: <span lang="es">Español</span> },
  { value: 'en', label: <span lang="en">English</span> },
] as const

const themes = [
  { value: 'light', label: text.light },
  { value: 'dark', label: text.dark },
  { value: 'auto', label: text.auto },
] as const

/** Selects the language of the application in this browser; changing it reloads the page. */
export function LanguagePicker() {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={text.language}
      data={[...languages]}
      value={language}
      onChange={(value) => {
        setLanguage(value)
      }}
    />
  )
}

/** Selects the light, dark or system theme. */
export function ThemePicker() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={text.theme}
      data={[...themes]}
      value={colorScheme}
      onChange={(value) => {
        setColorScheme(value)
      }}
    />
  )
}
