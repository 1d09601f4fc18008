import { sessionMessages as texts } from '#pwa/messages/en/sessions.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './sessions.module.css';
import type { Sessions } from './use-sessions.ts';

/** Says that the list is loading, that it could not be loaded, or that a log-out failed. */
export function SessionsState({ sessions: { sessions, hasFailed } }: { readonly sessions: Sessions<unknown> }) {
  const isOnline = !useIsServerLost();
  if (sessions.value !== undefined)
    return (
      <p role="alert" className={styles['problem']} hidden={!hasFailed}>
        {hasFailed && texts.notEnded}
      </p>
    );
  if (!sessions.hasFailed)
    return (
      <p role="status" className={styles['soft']}>
        <Spinner /> {texts.loading}
      </p>
    );
  return (
    <div role="alert">
      <p>{isOnline ? texts.failed : texts.offline}</p>
      <Button onClick={() => void sessions.reload()}>{texts.tryAgain}</Button>
    </div>
  );
}
