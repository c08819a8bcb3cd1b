import { localize } from '../../i18n.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { LanguagePicker, ThemePicker } from './PreferencePickers.tsx'
import classes from './PreferencesSection.module.css'

const text = localize(
  { title: 'Preferencias', aside: 'Solo en este navegador', language: 'Idioma', theme: 'Tema' },
  { title: 'Preferences', aside: 'In this browser only', language: 'Language', theme: 'Theme' },
)

/** The language and the theme, stored in this browser. */
export function PreferencesSection() {
  return (
    <Section title={text.title} aside={text.aside}>
      <div className={classes.choices}>
        <span className={classes.name}>{text.language}</span>
        <LanguagePicker />
        <span className={classes.name}>{text.theme}</span>
        <ThemePicker />
      </div>
    </Section>
  )
}
