import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './administrators.module.css';

const { state } = administratorMessages;

/** A message in place of a value that is loading or could not be loaded; nothing once there is a value. */
export function LoadState({ loaded }: { readonly loaded: Loaded<unknown> }) {
  const isOnline = !useIsServerLost();
  if (loaded.value !== undefined) return null;
  if (!loaded.hasFailed)
    return (
      <p role="status" className={styles['soft']}>
        <Spinner /> {state.loading}
      </p>
    );
  return (
    <div role="alert" className={styles['box']}>
      <p>{isOnline ? state.failed : state.offline}</p>
      <div className={styles['actions']}>
        <Button onClick={() => void loaded.reload()}>{state.tryAgain}</Button>
      </div>
    </div>
  );
}
