import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import type { PushState } from '#pwa/platform/service-worker/push.ts';
import styles from './push.module.css';
import type { Push } from './use-push.ts';

const { push: texts } = lazyMessages;

const WORDS = {
  unsupported: texts.unsupported,
  'needs-install': texts.needsInstall,
  denied: texts.denied,
  off: texts.off,
  on: texts.on,
} as const satisfies Record<PushState, string>;

/** Switches messages on and off for this device, or says why that cannot be. */
export function PushSwitch({ push }: { readonly push: Push }) {
  const { state, isBusy, hasFailed, turn } = push;
  if (state === undefined) return null;
  const isPossible = state === 'on' || state === 'off';
  return (
    <section className={styles['push']} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {isPossible && (
        <label className={styles['switch']}>
          <input
            type="checkbox"
            checked={state === 'on'}
            disabled={isBusy}
            onChange={(event) => turn(event.target.checked)}
          />
          {texts.switch}
        </label>
      )}
      <p role="status">{hasFailed ? texts.failed : WORDS[state]}</p>
    </section>
  );
}
