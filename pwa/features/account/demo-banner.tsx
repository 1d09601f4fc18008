import { accountMessages } from '#pwa/messages/en/account.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import styles from './demo-banner.module.css';

/** The prefix of demo users' ids, which no identity provider uses. */
const DEMO_ID = /^demo-/;

/** The last line of every screen while a demo user is signed in. */
export function DemoBanner() {
  const user = useUser();
  return (
    user &&
    DEMO_ID.test(user.sub) && (
      <aside className={styles['banner']} aria-label={accountMessages.demoName}>
        {accountMessages.demo(user.name)}
      </aside>
    )
  );
}
