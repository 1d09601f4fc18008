import { useState } from 'react';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import { MAX_REPLIES } from '#contract/limits.ts';
import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import emptyStyles from '#pwa/ui/empty-card.module.css';
import pageStyles from '#pwa/ui/list-page.module.css';
import { describeFailure } from './describe-failure.ts';
import styles from './replies.module.css';
import { ReplyForm } from './reply-form.tsx';
import { ReplyRow } from './reply-row.tsx';
import { useReplies } from './use-replies.ts';

/** The open dialog; 'edit' without a `reply` adds a new reply. */
type OpenDialog =
  { readonly about: 'edit'; readonly reply?: ChatReply } | { readonly about: 'removal'; readonly reply: ChatReply };

/** The page of the canned replies, with which administrators answer chats. */
export function RepliesPage() {
  const { loaded, list, failure, save, remove, move } = useReplies();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [moved, setMoved] = useState('');
  const close = (): void => setDialog(undefined);
  return (
    <section className={pageStyles['page']}>
      <header className={pageStyles['head']}>
        <div>
          <h1>{adminReplyMessages.title}</h1>
          <p>{adminReplyMessages.hint}</p>
        </div>
        {list && (
          <Button look="primary" disabled={list.length >= MAX_REPLIES} onClick={() => setDialog({ about: 'edit' })}>
            {adminReplyMessages.add}
          </Button>
        )}
      </header>
      <LoadState loaded={loaded} />
      {failure && (
        <p role="alert" className={styles['failure']}>
          {describeFailure(failure)}
        </p>
      )}
      {list?.length === 0 && (
        <div className={emptyStyles['empty']}>
          <h2>{adminReplyMessages.empty}</h2>
          <p>{adminReplyMessages.emptyHint}</p>
        </div>
      )}
      {list && list.length > 0 && (
        <>
          <ol className={styles['list']}>
            {list.map((reply, place) => (
              <ReplyRow
                key={reply.id}
                reply={reply}
                isFirst={place === 0}
                isLast={place === list.length - 1}
                onMove={(step) => {
                  move(reply, place + step);
                  setMoved(adminReplyMessages.moved(reply.name, place + step + 1, list.length));
                }}
                onEdit={() => setDialog({ about: 'edit', reply })}
                onRemove={() => setDialog({ about: 'removal', reply })}
              />
            ))}
          </ol>
          <p className={pageStyles['soft']}>{adminReplyMessages.count(list.length)}</p>
        </>
      )}
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
      {dialog?.about === 'edit' && <ReplyForm reply={dialog.reply} onSave={save} onClose={close} />}
      {dialog?.about === 'removal' && (
        <ConfirmDialog
          title={adminReplyMessages.removeTitle(dialog.reply.name)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{adminReplyMessages.cancel}</Button>
              <Button look="destructive" onClick={() => void remove(dialog.reply.id).then(close)}>
                {adminReplyMessages.confirmRemove}
              </Button>
            </>
          }
        >
          <p>{adminReplyMessages.removeHint}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Says that the replies are loading or cannot be loaded. Replies that were loaded before stay on the page below it. */
function LoadState({ loaded: { value, hasFailed, reload } }: { readonly loaded: Loaded<unknown> }) {
  const isOnline = !useIsServerLost();
  if (!hasFailed && isOnline)
    return (
      value === undefined && (
        <p role="status" className={pageStyles['soft']}>
          <Spinner /> {adminReplyMessages.loading}
        </p>
      )
    );
  return (
    <div role="status" className={styles['failure']}>
      <p>{isOnline ? adminReplyMessages.failed : adminReplyMessages.offline}</p>
      {isOnline && <Button onClick={() => void reload()}>{adminReplyMessages.tryAgain}</Button>}
    </div>
  );
}
