import { accountMessages } from '#pwa/messages/en/account.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import styles from './demo-banner.module.css';

/** How ids of the demo's users begin; no identity provider gives one like it. */
const DEMO_ID = /^demo-/;

/** Says on every screen that the user is one of the demo's. */
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
