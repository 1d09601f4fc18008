import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { adminMessages } from '#pwa/messages/en-admin.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/lazy-icon.tsx';
import type { PictureRef } from '#sync/admin/admin-api.ts';
import styles from './picture-gallery.module.css';
import { PictureView } from './picture-view.tsx';
import type { PicturePlace } from './use-picture-address.ts';

const { pictures: texts } = adminMessages.products;

interface SortablePictureProps {
  /** Names it within the gallery. */
  readonly id: string;
  readonly picture: PictureRef;
  readonly place: PicturePlace | undefined;
  /** From 1. */
  readonly number: number;
  readonly total: number;
  readonly onRemove: () => void;
}

/** One picture of a gallery: it can be taken up and put elsewhere, or deleted. */
export function SortablePicture({ id, picture, place, number, total, onRemove }: SortablePictureProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={styles['item']}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div {...attributes} {...listeners} className={styles['handle']} aria-label={texts.move(number)}>
        <PictureView picture={picture} place={place} name={texts.picture(number, total)} />
      </div>
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
      <IconButton
        icon={<LazyIcon name="trash" />}
        label={texts.remove(number)}
        className={styles['remove']}
        onClick={onRemove}
      />
    </li>
  );
}
