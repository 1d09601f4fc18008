import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import { fillReply, REPLY_PLACEHOLDERS } from '#contract/text/fill-reply.ts';
import type { ReplyPlaceholder } from '#contract/text/fill-reply.ts';
import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { describeFailure } from './describe-failure.ts';
import styles from './reply-form.module.css';
import { useReplyForm } from './use-reply-form.ts';
import type { ReplyFormOptions } from './use-reply-form.ts';

interface ReplyFormProps extends Pick<ReplyFormOptions, 'reply' | 'onSave'> {
  readonly onClose: () => void;
}

/** The dialog that adds or changes a canned reply, with a preview. Asks before it drops changes. */
export function ReplyForm({ reply, onSave, onClose }: ReplyFormProps) {
  const form = useReplyForm({ reply, onSave, onSaved: onClose });
  const [isLeaving, setLeaving] = useState(false);
  const title = reply ? adminReplyMessages.editTitle : adminReplyMessages.addTitle;
  const close = (): void => (form.isChanged ? setLeaving(true) : onClose());
  return (
    <Modal kind="dialog" label={title} onClose={close}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <h2>{title}</h2>
        <TextField
          label={adminReplyMessages.name}
          hint={adminReplyMessages.nameHint}
          autoComplete="off"
          dir="auto"
          value={form.name}
          problem={form.nameProblem}
          onText={form.setName}
        />
        <ReplyTextField text={form.text} problem={form.textProblem} onText={form.setText} />
        <Preview text={form.text} />
        {form.conflict && (
          <div role="alert" className={styles['conflict']}>
            {form.conflict.kind === 'deleted' ? (
              <>
                <strong>{adminReplyMessages.deletedTitle}</strong>
                <p>{adminReplyMessages.deletedHint}</p>
              </>
            ) : (
              <Theirs theirs={form.conflict.theirs} onTake={form.takeTheirs} />
            )}
          </div>
        )}
        {form.failure && (
          <p role="alert" className={styles['conflict']}>
            {describeFailure(form.failure)}
          </p>
        )}
        <div className={styles['actions']}>
          <Button onClick={close}>{adminReplyMessages.cancel}</Button>
          <Button type="submit" look="primary" aria-disabled={form.isBusy}>
            {adminReplyMessages.save}
          </Button>
        </div>
      </form>
      {isLeaving && (
        <ConfirmDialog
          title={adminReplyMessages.discardTitle}
          onClose={() => setLeaving(false)}
          actions={
            <>
              <Button onClick={() => setLeaving(false)}>{adminReplyMessages.keep}</Button>
              <Button look="destructive" onClick={onClose}>
                {adminReplyMessages.discard}
              </Button>
            </>
          }
        />
      )}
    </Modal>
  );
}

function Theirs({ theirs, onTake }: { readonly theirs: ChatReply; readonly onTake: (theirs: ChatReply) => void }) {
  return (
    <>
      <strong>{adminReplyMessages.changedTitle}</strong>
      <p>{adminReplyMessages.changedHint}</p>
      <blockquote dir="auto">
        <strong>{theirs.name}</strong>
        <p>{theirs.text}</p>
      </blockquote>
      <Button onClick={() => onTake(theirs)}>{adminReplyMessages.takeTheirs}</Button>
    </>
  );
}

interface ReplyTextFieldProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

/** The text, with buttons that insert placeholders where the caret is. */
function ReplyTextField({ text, problem, onText }: ReplyTextFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  // Runs after each render: the caret can be placed only once the new text is rendered.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const insert = (name: ReplyPlaceholder): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    const placeholder = `{${name}}`;
    caret.current = selectionStart + placeholder.length;
    onText(text.slice(0, selectionStart) + placeholder + text.slice(selectionEnd));
    field.current?.focus();
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{adminReplyMessages.text}</label>
      <textarea
        ref={field}
        id={id}
        rows={6}
        dir="auto"
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={({ target }) => onText(target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
      <div className={styles['placeholders']}>
        <span>{adminReplyMessages.insert}</span>
        {REPLY_PLACEHOLDERS.map((name) => (
          <Button key={name} onClick={() => insert(name)}>
            {adminReplyMessages.placeholders[name]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Shows how a text with placeholders looks in a chat; renders nothing for a text without placeholders. */
function Preview({ text }: { readonly text: string }) {
  const filled = fillReply(text, { ...adminReplyMessages.samples, link: `${location.origin}/?product=13` });
  if (filled.text === text) return null;
  return (
    <div className={styles['preview']}>
      <h3>{adminReplyMessages.preview}</h3>
      <p dir="auto">{filled.text}</p>
    </div>
  );
}
