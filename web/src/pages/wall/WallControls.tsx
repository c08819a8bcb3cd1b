import { useMantineColorScheme } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { localize } from '../../i18n.ts'
import classes from './WallHeader.module.css'

const text = localize(
  { label: 'Pantalla', light: 'Tema claro', dark: 'Tema oscuro', whole: 'Pantalla completa', leave: 'Salir (Esc)' },
  { label: 'Screen', light: 'Light theme', dark: 'Dark theme', whole: 'Full screen', leave: 'Leave (Esc)' },
)

/** The settings of the wall, visible while the pointer or the keyboard is in use. */
export function WallControls() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { toggle, fullscreen } = useFullscreenDocument()
  const otherScheme = colorScheme === 'light' ? 'dark' : 'light'
  return (
    <nav className={classes.controls} aria-label={text.label}>
      <button
        type="button"
        onClick={() => {
          setColorScheme(otherScheme)
        }}
      >
        {text[otherScheme]}
      </button>
      {document.fullscreenEnabled && (
        <button type="button" aria-pressed={fullscreen} onClick={() => void toggle()}>
          {text.whole}
        </button>
      )}
      <Link to="/">{text.leave}</Link>
    </nav>
  )
}
