import { useRef, useState } from 'react';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import { MAX_MESSAGE_LENGTH, MAX_REPLY_NAME_LENGTH } from '#contract/limits.ts';
import { trimMessage } from '#contract/text/trim-message.ts';
import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import type { Failure } from './describe-failure.ts';
import type { Replies } from './use-replies.ts';

export interface ReplyFormOptions {
  /** The reply to change; undefined to add one. */
  readonly reply: ChatReply | undefined;
  readonly onSave: Replies['save'];
  readonly onSaved: () => void;
}

/** A change that another administrator made to the reply while the form was open. */
export type Conflict = { readonly kind: 'changed'; readonly theirs: ChatReply } | { readonly kind: 'deleted' };

export interface ReplyFormState {
  readonly name: string;
  readonly text: string;
  readonly setName: (name: string) => void;
  readonly setText: (text: string) => void;
  readonly nameProblem: string | undefined;
  readonly textProblem: string | undefined;
  readonly isBusy: boolean;
  readonly isChanged: boolean;
  readonly failure: Failure | undefined;
  readonly conflict: Conflict | undefined;
  /** Continues with the other administrator's version. */
  readonly takeTheirs: (theirs: ChatReply) => void;
  readonly submit: () => Promise<void>;
}

/** The state of a form about a canned reply. A failed save keeps what was typed. */
export function useReplyForm({ reply, onSave, onSaved }: ReplyFormOptions): ReplyFormState {
  // One id for all attempts, so that a retry after a lost response does not add a second reply.
  const id = useRef(reply?.id ?? crypto.randomUUID());
  const [version, setVersion] = useState(reply?.version ?? 0);
  const [name, setName] = useState(reply?.name ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const [wasSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Conflict>();
  const problems = findProblems(name, text);

  const submit = async (): Promise<void> => {
    setSubmitted(true);
    if (isBusy || problems.name !== undefined || problems.text !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    setConflict(undefined);
    const result = await onSave(id.current, { name, text, version });
    setBusy(false);
    if (result.ok) return onSaved();
    const found = findConflict(result);
    setConflict(found);
    if (!found) setFailure(result);
    else setVersion(found.kind === 'changed' ? found.theirs.version : 0);
  };
  return {
    name,
    text,
    setName,
    setText,
    nameProblem: wasSubmitted ? problems.name : undefined,
    // A text beyond the limit is reported while it is typed, not only after the first submit.
    textProblem: wasSubmitted || text !== '' ? problems.text : undefined,
    isBusy,
    isChanged: name !== (reply?.name ?? '') || text !== (reply?.text ?? ''),
    failure,
    conflict,
    takeTheirs(theirs) {
      setName(theirs.name);
      setText(theirs.text);
      setConflict(undefined);
    },
    submit,
  };
}

interface Problems {
  readonly name: string | undefined;
  readonly text: string | undefined;
}

function findProblems(name: string, text: string): Problems {
  const trimmed = name.normalize('NFC').trim();
  const content = trimMessage(text);
  const over = [...content].length - MAX_MESSAGE_LENGTH;
  return {
    name:
      trimmed === ''
        ? adminReplyMessages.noName
        : trimmed.length > MAX_REPLY_NAME_LENGTH
          ? adminReplyMessages.longName
          : undefined,
    text: content === '' ? adminReplyMessages.noText : over > 0 ? adminReplyMessages.longText(over) : undefined,
  };
}

function findConflict(failure: Failure): Conflict | undefined {
  if (failure.problem !== 'rejected') return undefined;
  if (failure.code === 'not-found') return { kind: 'deleted' };
  return failure.code === 'stale-version' ? { kind: 'changed', theirs: failure.current as ChatReply } : undefined;
}
