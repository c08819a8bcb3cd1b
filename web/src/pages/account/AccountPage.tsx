import { useSession } from '../../api/auth/session.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { pageTitles } from '../../pageTitles.ts'
import classes from './AccountPage.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { TokensSection } from './TokensSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** The operator's own account: identity, permissions, password, sessions, API tokens and preferences. */
export function AccountPage() {
  const { email } = useSession().operator
  return (
    <>
      <PageHeader title={pageTitles.account} summary={email} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProfileSection />
          <PreferencesSection />
        </div>
        <PasswordSection />
      </div>
      <SessionsSection />
      <TokensSection />
    </>
  )
}
