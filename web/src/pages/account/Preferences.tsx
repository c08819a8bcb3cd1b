import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { language, speak, words } from '../../language.ts'

const text = words(
  { language: 'Idioma', theme: 'Tema', light: 'Claro', dark: 'Oscuro', auto: 'El del sistema' },
  { language: 'Language', theme: 'Theme', light: 'Light', dark: 'Dark', auto: "The system's" },
)

// Each in its own language, so that whoever does not read the present one finds theirs.
const languages = [
  { value: 'es', label: <span lang="es">Español</span> },
  { value: 'en', label: <span lang="en">English</span> },
] as const

const themes = [
  { value: 'light', label: text.light },
  { value: 'dark', label: text.dark },
  { value: 'auto', label: text.auto },
] as const

/** Which language the application speaks in this browser; choosing another one loads the page anew. */
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

/** Light, dark, or as the system has it. */
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
