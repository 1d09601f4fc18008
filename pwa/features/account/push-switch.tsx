import { pushMessages } from '#pwa/messages/en/notifications.ts';
import type { PushState } from '#pwa/platform/service-worker/push.ts';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './push.module.css';
import type { Push } from './use-push.ts';

const TEXTS = {
  unsupported: 'unsupported',
  'needs-install': 'needsInstall',
  denied: 'denied',
  off: 'off',
  on: 'on',
} as const satisfies Record<PushState, keyof typeof pushMessages>;

/** The switch of notifications on this device, or the reason why they are not available. */
export function PushSwitch({ push }: { readonly push: Push }) {
  const { state, isBusy, hasFailed, turn } = push;
  if (state === undefined) return null;
  const isPossible = state === 'on' || state === 'off';
  return (
    <section className={classNames(boxStyles['box'], styles['push'])} aria-label={pushMessages.title}>
      <h2>{pushMessages.title}</h2>
      {isPossible && (
        <label className={styles['switch']}>
          <input
            type="checkbox"
            checked={state === 'on'}
            disabled={isBusy}
            onChange={(event) => turn(event.target.checked)}
          />
          {pushMessages.switch}
        </label>
      )}
      <p role="status">{hasFailed ? pushMessages.failed : pushMessages[TEXTS[state]]}</p>
    </section>
  );
}
