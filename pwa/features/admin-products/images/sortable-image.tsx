import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { conditionName } from '#pwa/messages/term-names.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { ImageRef } from '#sync/api/admin-api.ts';
import styles from './image-gallery.module.css';
import { ImageThumbnail } from './image-thumbnail.tsx';
import type { ProductImageFolder } from './use-image-url.ts';

const { images: texts } = adminMessages.products;

interface SortableImageProps {
  /** Key within the gallery. */
  readonly id: string;
  readonly image: ImageRef;
  readonly folder: ProductImageFolder | undefined;
  /** From 1. */
  readonly number: number;
  readonly total: number;
  readonly onRemove: () => void;
  readonly onMark: ((shows: ConditionKey | undefined) => void) | undefined;
}

/** One image of the gallery, with a drag handle and a delete button. */
export function SortableImage({ id, image, folder, number, total, onRemove, onMark }: SortableImageProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={styles['item']}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div {...attributes} {...listeners} className={styles['handle']} aria-label={texts.move(number)}>
        <ImageThumbnail image={image} folder={folder} name={texts.image(number, total)} />
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
      {onMark && (
        <select
          className={styles['mark']}
          aria-label={texts.shows(number)}
          value={image.shows ?? ''}
          onChange={({ target }) => onMark(CONDITION_KEYS.find((key) => key === target.value))}
        >
          <option value="">{texts.showsAny}</option>
          {CONDITION_KEYS.map((key) => (
            <option key={key} value={key}>
              {texts.showsOne(conditionName(key))}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
