import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import styles from './product-list.module.css';

interface DeleteProductsDialogProps {
  readonly cards: readonly Pick<WireCard, 'id' | 'title'>[];
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Names the products to delete and asks for confirmation. */
export function DeleteProductsDialog({ cards, onAnswer }: DeleteProductsDialogProps) {
  const [first] = cards;
  const title =
    first && cards.length === 1
      ? adminListMessages.confirmRemoval(first.id)
      : adminListMessages.confirmRemovals(cards.length);
  return (
    <ConfirmDialog
      title={title}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{adminListMessages.cancel}</Button>
          <Button look="destructive" onClick={() => onAnswer(true)}>
            {adminListMessages.remove}
          </Button>
        </>
      }
      onClose={() => onAnswer(false)}
    >
      <ul className={styles['named']}>
        {cards.slice(0, MAX_NAMED).map((card) => (
          <li key={card.id}>{card.title}</li>
        ))}
        {cards.length > MAX_NAMED && <li>{adminListMessages.more(cards.length - MAX_NAMED)}</li>}
      </ul>
      <p>{adminListMessages.recoverable}</p>
    </ConfirmDialog>
  );
}

const MAX_NAMED = 5;
