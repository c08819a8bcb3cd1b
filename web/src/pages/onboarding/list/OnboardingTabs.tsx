import { Link } from '@tanstack/react-router'
import { localize } from '../../../i18n.ts'
import classes from '../../../ui/layout/Tabs.module.css'

const text = localize(
  { label: 'Partes de las altas', board: 'Librerías', unknown: 'Sin registrar' },
  { label: 'Parts of onboarding', board: 'Bookshops', unknown: 'Not registered' },
)

/** Links to the board and to the parties that are not registered. */
export function OnboardingTabs({ current }: { current: 'board' | 'unknown' }) {
  return (
    <nav className={classes.tabs} aria-label={text.label}>
      {(['board', 'unknown'] as const).map((tab) => (
        <Link
          key={tab}
          to="/onboarding"
          search={tab === 'unknown' ? { tab } : {}}
          replace
          activeOptions={{ exact: true }}
          className={classes.tab}
          data-current={tab === current || undefined}
          aria-current={tab === current ? 'page' : undefined}
        >
          {text[tab]}
        </Link>
      ))}
    </nav>
  )
}
