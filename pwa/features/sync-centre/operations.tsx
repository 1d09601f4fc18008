import { useState } from 'react';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { OutboxEntry } from '#sync/api/account-api.ts';
import { describeOperation } from './describe-operation.ts';
import styles from './sync-centre.module.css';
import { useOutboxChanges } from './use-outbox.ts';
import type { Outbox } from './use-outbox.ts';

const ignore = (): void => undefined;

/** The pending operations, and the rejected ones with their actions. */
export const Operations = ({ pending, rejected, titles }: Outbox) => (
  <>
    {rejected.length > 0 && (
      <section className={styles['part']}>
        <h3>{syncCentreMessages.rejected}</h3>
        <ul>
          {rejected.map((entry) => (
            <RejectedOperation key={entry.id} entry={entry} titles={titles} />
          ))}
        </ul>
      </section>
    )}
    <section className={styles['part']}>
      <h3>{syncCentreMessages.waiting}</h3>
      {pending.length === 0 ? (
        <p className={styles['soft']}>{syncCentreMessages.nothingWaits}</p>
      ) : (
        <ul>
          {pending.map((entry) => (
            <li key={entry.id} className={styles['operation']}>
              <p>{describeOperation(entry.mutation, titles)}</p>
              <p className={styles['soft']}>{formatTime(new Date(entry.createdAtMs).toISOString())}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  </>
);

function RejectedOperation({ entry, titles }: { readonly entry: OutboxEntry } & Pick<Outbox, 'titles'>) {
  const { sendAgain, discard } = useOutboxChanges();
  const [isEditing, setEditing] = useState(false);
  const isEditable = 'quantity' in entry.mutation.args;
  return (
    <li className={styles['operation']}>
      <p>{describeOperation(entry.mutation, titles)}</p>
      <p className={styles['reason']}>{errorMessage(entry.rejection?.code ?? '')}</p>
      <p className={styles['soft']}>{formatTime(new Date(entry.createdAtMs).toISOString())}</p>
      {isEditing && (
        <EditQuantity
          mutation={entry.mutation}
          onDone={(changed) => {
            setEditing(false);
            if (changed) sendAgain(entry, changed).catch(ignore);
          }}
        />
      )}
      {!isEditing && (
        <div className={styles['tools']}>
          {isEditable && <Button onClick={() => setEditing(true)}>{syncCentreMessages.edit}</Button>}
          <Button onClick={() => void sendAgain(entry).catch(ignore)}>{syncCentreMessages.sendAgain}</Button>
          <Button onClick={() => void discard(entry).catch(ignore)}>{syncCentreMessages.discard}</Button>
        </div>
      )}
    </li>
  );
}

interface EditQuantityProps {
  readonly mutation: Mutation;
  /** Called with the changed mutation, or with nothing when editing was canceled. */
  readonly onDone: (changed?: Mutation) => void;
}

function EditQuantity({ mutation, onDone }: EditQuantityProps) {
  const [text, setText] = useState('quantity' in mutation.args ? String(mutation.args.quantity) : '');
  const quantity = Number(text);
  const isValid = /^\d+$/.test(text) && quantity >= 1 && quantity <= MAX_CART_QUANTITY;
  return (
    <form
      className={styles['tools']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onDone({ ...mutation, args: { ...mutation.args, quantity } } as Mutation);
      }}
    >
      <TextField
        label={syncCentreMessages.quantity}
        inputMode="numeric"
        value={text}
        problem={isValid ? undefined : syncCentreMessages.quantityProblem(MAX_CART_QUANTITY)}
        onText={setText}
      />
      <Button type="submit" look="primary" disabled={!isValid}>
        {syncCentreMessages.sendAgain}
      </Button>
      <Button onClick={() => onDone()}>{syncCentreMessages.cancel}</Button>
    </form>
  );
}
