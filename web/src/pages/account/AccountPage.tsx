import { useSession } from '../../api/session.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { titles } from '../../titles.ts'
import classes from './AccountPage.module.css'
import { Identity } from './Identity.tsx'
import { Password } from './Password.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { Sessions } from './Sessions.tsx'

/** The operator's own account: identity, permissions, password, sessions and preferences. */
export function AccountPage() {
  const { email } = useSession().operator
  return (
    <>
      <PageHeader title={titles.account} summary={email} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Identity />
          <PreferencesSection />
        </div>
        <Password />
      </div>
      <Sessions />
    </>
  )
}
