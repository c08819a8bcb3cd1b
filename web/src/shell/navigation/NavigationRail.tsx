import { useLocalStorage } from '@mantine/hooks'
import { localize } from '../../i18n.ts'
import { NavigationLinks } from './NavigationLinks.tsx'
import classes from './NavigationRail.module.css'

const LINKS_ID = 'navigation-rail'

const text = localize(
  { collapse: 'Contraer', expand: 'Mostrar los nombres de las secciones' },
  { collapse: 'Collapse', expand: 'Show the names of the sections' },
)

/** The navigation at the left of a wide window. It can be collapsed to icons; the choice is stored in this browser. */
export function NavigationRail() {
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'vigia.rail-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return (
    <div className={classes.rail} data-collapsed={isCollapsed || undefined}>
      <NavigationLinks id={LINKS_ID} isCollapsed={isCollapsed} />
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={!isCollapsed}
        aria-controls={LINKS_ID}
        aria-label={isCollapsed ? text.expand : undefined}
        title={isCollapsed ? text.expand : undefined}
        onClick={() => {
          setCollapsed(!isCollapsed)
        }}
      >
        <svg className={classes.arrow} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 4 4 8l4 4M12 4 8 8l4 4" />
        </svg>
        {!isCollapsed && text.collapse}
      </button>
    </div>
  )
}
