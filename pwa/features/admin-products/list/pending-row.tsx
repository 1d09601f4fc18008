import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import lineStyles from '#pwa/ui/text-lines.module.css';
import type { AdditionEntry } from '#sync/admin/store/overlay-products.ts';
import { ImageThumbnail } from '../images/image-thumbnail.tsx';
import styles from './product-list.module.css';

interface PendingRowProps {
  readonly entry: AdditionEntry;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
}

/** A product of the list that is not on the server yet. */
export function PendingRow({ entry: { operation, state }, onEdit, onDiscard }: PendingRowProps) {
  const { fields, id, images } = operation;
  const { title } = fields;
  const [first] = images;
  return (
    <li className={classNames(styles['row'], styles['pendingRow'])} aria-label={title}>
      <div className={styles['image']}>
        {first !== undefined && <ImageThumbnail image={{ kind: 'kept', id: first }} folder={undefined} name="" />}
      </div>
      <div className={styles['facts']}>
        <p className={classNames(lineStyles['two'], styles['title'])} dir="auto">
          {title}
        </p>
        <p className={styles['place']}>
          {adminListMessages.id(id)} · {fields.main_category} · {fields.category}
        </p>
        <p className={styles['pending']}>
          {state === 'waiting' ? adminListMessages.waiting.add : adminListMessages.waiting.attention}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button aria-label={adminListMessages.editOf(title)} onClick={onEdit}>
          {adminListMessages.edit}
        </Button>
        <Button look="danger" aria-label={adminListMessages.discardOf(title)} onClick={onDiscard}>
          {adminListMessages.discard}
        </Button>
      </div>
    </li>
  );
}
