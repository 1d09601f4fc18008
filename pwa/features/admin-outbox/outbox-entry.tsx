import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry, AdminOperation } from '#sync/api/admin-api.ts';
import { describeEntry } from './describe-entry.ts';
import styles from './outbox.module.css';

const { outbox: texts } = adminMessages;

interface OutboxEntryProps {
  readonly entry: AdminEntry;
  /** Undefined: the entry is for reading only. */
  readonly actions?: OutboxEntryActions;
}

export interface OutboxEntryActions {
  readonly onOpen: () => void;
  readonly onSendAgain: () => void;
  readonly onDiscard: () => void;
}

/** Operations that can be corrected in the product form or on an order's card. */
const CAN_OPEN: ReadonlySet<AdminOperation['kind']> = new Set(['addProduct', 'editProduct', 'setShipment']);

/** One operation of the outbox with its possible actions. */
export function OutboxEntry({ entry, actions }: OutboxEntryProps) {
  const { operation, state, rejection, createdAtMs } = entry;
  return (
    <li className={styles['entry']} data-state={state}>
      <p dir="auto">{describeEntry(operation)}</p>
      <p className={styles['soft']}>
        {state === 'conflict' ? texts.conflict(entry.conflict?.by) : texts[state]} ·{' '}
        {formatTime(new Date(createdAtMs).toISOString())}
      </p>
      {rejection && <p className={styles['reason']}>{serverSentence(rejection.detail)}</p>}
      {actions && <Tools entry={entry} {...actions} />}
    </li>
  );
}

function Tools({
  entry: { operation, state },
  onOpen,
  onSendAgain,
  onDiscard,
}: OutboxEntryActions & { readonly entry: AdminEntry }) {
  const isWaitingAddition = state === 'waiting' && operation.kind === 'addProduct';
  return (
    <div className={styles['tools']}>
      {state === 'conflict' && (
        <Button look="primary" onClick={onOpen}>
          {texts.decide}
        </Button>
      )}
      {(state === 'rejected' ? CAN_OPEN.has(operation.kind) : isWaitingAddition) && (
        <Button onClick={onOpen}>{texts.edit}</Button>
      )}
      {state === 'rejected' && <Button onClick={onSendAgain}>{texts.sendAgain}</Button>}
      <Button onClick={onDiscard}>{texts.discard}</Button>
    </div>
  );
}
