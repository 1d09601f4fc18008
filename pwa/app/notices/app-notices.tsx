import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { CART_SHOP } from '#contract/cart-shop.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { checkForUpdate } from '#pwa/platform/service-worker/app-files.ts';
import { isAppTooLarge } from '#pwa/platform/service-worker/service-worker-client.ts';
import { useUpdate } from '#pwa/platform/service-worker/use-update.ts';
import { languageFailure, renewLanguage } from '#pwa/platform/browser/switch-language.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync, useSyncFailure, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { topDialog } from '#pwa/ui/dialogs/top-dialog.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { NoticesView } from './notices-view.tsx';
import { selectNotices } from './select-notices.ts';
import type { Notice } from './select-notices.ts';
import type { ShopRow } from '#contract/shops.ts';
import styles from './app-notices.module.css';

/** Notices about problems, storage and updates at the bottom of the screen. Reloads only on a click. */
export function AppNotices({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  const sync = useSync();
  const update = useUpdate();
  const status = useSyncStatus((shop ?? CART_SHOP).key);
  useEffect(renewLanguage, []);
  const isOutdated = status?.problem === 'newer-server';
  // A plain reload would start the old page from the service worker once more.
  useEffect(() => void (isOutdated && checkForUpdate()), [isOutdated]);
  const notices = selectNotices({
    status,
    isOnline: useOnline(),
    hasWorkerFailed: useSyncFailure(),
    isUpdateReady: update.isReady,
    isAppTooLarge: useObservable(isAppTooLarge),
    languageFailure: useObservable(languageFailure),
  });
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // A dismissed notice whose reason returns is shown again.
  const present = new Set(notices.map(({ key }) => key));
  if ([...dismissed].some((key) => !present.has(key)))
    setDismissed(new Set([...dismissed].filter((key) => present.has(key))));

  const actions = {
    'try-again': () => void sync.engine.refresh(),
    reload: () => location.reload(),
    update: update.apply,
  } satisfies Record<NonNullable<Notice['action']>, () => void>;

  const shown = notices.filter(({ key }) => !dismissed.has(key));
  return (
    <>
      <AboveDialogs isShown={shown.length > 0}>
        {shown.map(({ key, text, action, isLasting }) => (
          <div key={key} className={styles['notice']}>
            <p className={styles['text']}>{text}</p>
            <div className={styles['tools']}>
              {action && (
                <Button look="quiet" onClick={actions[action]}>
                  {action === 'try-again' ? noticeMessages.tryAgain : noticeMessages.reload}
                </Button>
              )}
              {!isLasting && (
                <IconButton
                  icon="close"
                  label={noticeMessages.dismiss}
                  onClick={() => setDismissed(new Set([...dismissed, key]))}
                />
              )}
            </div>
          </div>
        ))}
      </AboveDialogs>
      {user && <LazyRejectedNotice />}
    </>
  );
}

interface AboveDialogsProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Moves notices into an open dialog: it covers the page and makes the rest of it inert. */
function AboveDialogs({ isShown, children }: AboveDialogsProps) {
  const dialog = useObservable(topDialog);
  if (!dialog || !isShown) return children;
  return createPortal(<NoticesView>{children}</NoticesView>, dialog);
}

const loadRejectedNotice = () => import('./rejected-notice.tsx');

/** Reads the user's rows, so only signed-in users load it. */
function LazyRejectedNotice() {
  const part = useLazyModule(loadRejectedNotice, false);
  return part && <part.RejectedNotice />;
}
