import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { User } from '#contract/account/user.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { isAppTooLarge } from '#pwa/platform/service-worker/service-worker-state.ts';
import { checkForUpdate, useUpdate } from '#pwa/platform/service-worker/use-update.ts';
import { linkManifest } from '#pwa/platform/browser/link-manifest.ts';
import { languageFailure, renewLanguage } from '#pwa/platform/browser/switch-language.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync, useSyncFailure, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { topDialog } from '#pwa/ui/dialogs/top-dialog.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { missingParts, useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { selectNotices } from './select-notices.ts';
import type { Notice } from './select-notices.ts';
import type { ShopRow } from '#contract/shops.ts';
import styles from './app-notices.module.css';
import { NoticesView } from './notices-view.tsx';

/** Notices about problems, storage and updates at the bottom of the screen. Reloads only on a click. */
export function AppNotices({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  const sync = useSync();
  const update = useUpdate();
  const status = useSyncStatus((shop ?? CART_SHOP).key, (last) => last);
  useEffect(() => {
    renewLanguage();
    linkManifest();
  }, []);
  const isOutdated = status?.problem === 'newer-server';
  // Looks for the new version first, because a plain reload would start the old page from the service worker once more.
  useEffect(() => void (isOutdated && checkForUpdate()), [isOutdated]);
  const notices = selectNotices({
    status,
    isOnline: useOnline(),
    hasWorkerFailed: useSyncFailure(),
    isUpdateReady: update.isReady,
    isAppTooLarge: useObservable(isAppTooLarge),
    languageFailure: useObservable(languageFailure),
    isPartMissing: useObservable(missingParts) > 0,
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

  const dismiss = (key: string): void => setDismissed(new Set([...dismissed, key]));
  const render = (notice: Notice): ReactNode => (
    <NoticeBox
      key={notice.key}
      notice={notice}
      onAction={notice.action && actions[notice.action]}
      onDismiss={dismiss}
    />
  );

  // Outside a modal dialog nothing can be clicked: the offer of an update is shown inside the dialog; other notices stay below it.
  const dialog = useObservable(topDialog);
  const shown = notices.filter(({ key }) => !dismissed.has(key));
  const raised = dialog ? shown.filter(({ action }) => action === 'update') : [];
  return (
    <>
      {shown.filter((notice) => !raised.includes(notice)).map(render)}
      {dialog && raised.length > 0 && createPortal(<NoticesView>{raised.map(render)}</NoticesView>, dialog)}
      {user && <LazyUserNotices key={user.sub} user={user} />}
    </>
  );
}

interface NoticeBoxProps {
  readonly notice: Notice;
  readonly onAction: (() => void) | undefined;
  readonly onDismiss: (key: string) => void;
}

const NoticeBox = ({ notice: { key, text, action, isLasting }, onAction, onDismiss }: NoticeBoxProps) => (
  <div className={styles['notice']}>
    <p className={styles['text']}>{text}</p>
    <div className={styles['tools']}>
      {action && (
        <Button look="quiet" onClick={onAction}>
          {action === 'try-again' ? noticeMessages.tryAgain : noticeMessages.reload}
        </Button>
      )}
      {!isLasting && <IconButton icon="close" label={noticeMessages.dismiss} onClick={() => onDismiss(key)} />}
    </div>
  </div>
);

const loadUserNotices = () => import('./user-notices.tsx');

/** Reads the user's rows, so only signed-in users load it. */
function LazyUserNotices({ user }: { readonly user: User }) {
  const part = useLazyModule(loadUserNotices, false);
  return part && <part.UserNotices user={user} />;
}
