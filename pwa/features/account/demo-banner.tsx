import { useLayoutEffect } from 'react';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import styles from './demo-banner.module.css';

/** The prefix of demo users' ids, which no identity provider uses. */
const DEMO_ID = /^demo-/;

/** The banner shown on every screen while a demo user is signed in. */
export function DemoBanner() {
  const user = useUser();
  const isDemo = user !== undefined && DEMO_ID.test(user.sub);
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-demo', isDemo);
  }, [isDemo]);
  return (
    isDemo && (
      <aside className={styles['banner']} aria-label={accountMessages.demoName}>
        {accountMessages.demo(user.name)}
      </aside>
    )
  );
}
