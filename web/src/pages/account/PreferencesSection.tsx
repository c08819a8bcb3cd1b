import { words } from '../../language.ts'
import { Section } from '../../ui/Section.tsx'
import { LanguageChoice, ThemeChoice } from './Preferences.tsx'
import classes from './PreferencesSection.module.css'

const text = words(
  { title: 'Cómo lo lees', aside: 'Solo en este navegador', language: 'Idioma', theme: 'Tema' },
  { title: 'How you read it', aside: 'In this browser only', language: 'Language', theme: 'Theme' },
)

/** The language and the theme, stored in this browser. */
export function PreferencesSection() {
  return (
    <Section title={text.title} aside={text.aside}>
      <div className={classes.choices}>
        <span className={classes.name}>{text.language}</span>
        <LanguageChoice />
        <span className={classes.name}>{text.theme}</span>
        <ThemeChoice />
      </div>
    </Section>
  )
}
