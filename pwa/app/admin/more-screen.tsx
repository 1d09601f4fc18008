import type { ReactNode } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useMayAll } from '#pwa/platform/admin/admin-access.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LanguageChoice } from '#pwa/ui/language-choice.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ThemeToggle } from '../top-bar/theme-toggle.tsx';
import { AdminLink } from './admin-link.tsx';
import { adminUrl, VIEW_ROLES } from './admin-route.ts';
import styles from './more-screen.module.css';

const { frame, more } = adminMessages;

const VIEWS = ['shop', 'replies', 'audit', 'team'] as const;

/** Everything that is rarely used: further screens, theme and language. */
export function MoreScreen({ shop }: { readonly shop: ShopRow }): ReactNode {
  useDocumentTitle(frame.more);
  const may = useMayAll();
  return (
    <section className={styles['more']}>
      <h1>{frame.more}</h1>
      <ul>
        {VIEWS.filter((view) => may(VIEW_ROLES[view])).map((view) => (
          <li key={view}>
            <AdminLink href={adminUrl(shop.adminPath, view)}>
              <span>
                <strong>{frame[view]}</strong>
                <span>{more[view]}</span>
              </span>
              <Icon name="next" />
            </AdminLink>
          </li>
        ))}
      </ul>
      <div className={styles['settings']}>
        <ThemeToggle />
        <LanguageChoice className={buttonClass('quiet')} />
      </div>
    </section>
  );
}
