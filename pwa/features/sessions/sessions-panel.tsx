import { useCallback, useState } from 'react';
import { sessionMessages as texts } from '#pwa/messages/en/sessions.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { SessionList } from './session-list.tsx';
import { SessionsState } from './sessions-state.tsx';
import styles from './sessions.module.css';
import { useSessions } from './use-sessions.ts';

interface SessionsPanelProps {
  /** What would be lost by logging out here, in words; undefined when nothing would. */
  readonly unsentHint: string | undefined;
  /** Called when the server has logged out every device, so that this device logs out as well. */
  readonly onAllEnded: () => void;
  readonly onClose: () => void;
}

/** Lists a shopper's devices and logs out one of them, all except this one, or all. */
export function SessionsPanel({ unsentHint, onAllEnded, onClose }: SessionsPanelProps) {
  const { calls } = useSync().account;
  const sessions = useSessions(useCallback(() => calls.listSessions({}), [calls]));
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  const { isBusy } = sessions;
  const list = sessions.sessions.value ?? [];
  const end = async (call: Parameters<typeof sessions.end>[0], text: string): Promise<void> => {
    setDone(undefined);
    if (await sessions.end(call)) setDone(text);
  };
  const endAll = async (): Promise<void> => {
    setAsking(false);
    if (await sessions.end(() => calls.revokeSessions({ query: { scope: 'all' } }), true)) onAllEnded();
  };
  return (
    <Modal kind="panel" label={texts.title} onClose={onClose}>
      <DrawerHead title={texts.title} closeLabel={texts.close} onClose={onClose} />
      <div className={styles['body']}>
        <p className={styles['soft']}>{texts.hint}</p>
        <SessionsState sessions={sessions} />
        <p role="status" className={styles['status']}>
          {done}
        </p>
        <SessionList
          sessions={list}
          isBusy={isBusy}
          onEnd={({ id }) => void end(() => calls.revokeSession({ params: { id } }), texts.ended)}
        />
        {list.length > 0 && (
          <div className={styles['all']}>
            {list.length > 1 && (
              <Button
                aria-disabled={isBusy}
                onClick={() =>
                  !isBusy && void end(() => calls.revokeSessions({ query: { scope: 'others' } }), texts.othersEnded)
                }
              >
                {texts.endOthers}
              </Button>
            )}
            <Button aria-disabled={isBusy} onClick={() => !isBusy && setAsking(true)}>
              {texts.endAll}
            </Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.endAllQuestion}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
              <Button look="primary" onClick={() => void endAll()}>
                {texts.endAll}
              </Button>
            </>
          }
        >
          <p>{texts.endAllHint}</p>
          {unsentHint !== undefined && <p>{unsentHint}</p>}
        </ConfirmDialog>
      )}
    </Modal>
  );
}
