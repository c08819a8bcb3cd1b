import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { language, speak, words } from '../../language.ts'

const text = words(
  { language: 'Idioma', theme: 'Tema', light: 'Claro', dark: 'Oscuro', auto: 'El del sistema' },
  { language: 'Language', theme: 'Theme', light: 'Light', dark: 'Dark', auto: "The system's" },
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
export function LanguageChoice() {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={text.language}
      data={[...languages]}
      value={language}
      onChange={(chosen) => {
        speak(chosen)
      }}
    />
  )
}

/** Selects the light, dark or system theme. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={text.theme}
      data={[...themes]}
      value={colorScheme}
      onChange={(chosen) => {
        setColorScheme(chosen)
      }}
    />
  )
}
