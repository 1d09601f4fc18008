import {
  DndContext,
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, DragEndEvent } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import type { ImageRef } from '#sync/admin/admin-api.ts';
import styles from './image-gallery.module.css';
import { imageKey } from '../form/product-draft.ts';
import { SortableImage } from './sortable-image.tsx';
import type { ProductImageFolder } from './use-image-address.ts';

const { pictures: texts } = adminMessages.products;

/** A finger that stays this long takes a picture up; one that moves before scrolls the page. */
const TOUCH = { delay: 180, tolerance: 8 };

interface ImageGalleryProps {
  readonly pictures: readonly ImageRef[];
  /** Where those lie that the server has. */
  readonly place: ProductImageFolder | undefined;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (picture: ImageRef) => void;
}

/** Pictures in their order, which can be changed by mouse, finger and keyboard. */
export function ImageGallery({ pictures, place, onMove, onRemove }: ImageGalleryProps) {
  const keys = pictures.map(imageKey);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (pictures.length === 0) return null;

  const placeOf = (id: string | number | undefined): number => keys.indexOf(String(id)) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => texts.lifted(placeOf(active.id), keys.length),
    onDragOver: ({ over }) => (over ? texts.moved(placeOf(over.id), keys.length) : undefined),
    onDragEnd: ({ active, over }) => texts.dropped(placeOf((over ?? active).id), keys.length),
    onDragCancel: ({ active }) => texts.cancelled(placeOf(active.id)),
  };
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(placeOf(active.id) - 1, placeOf(over.id) - 1);
  };

  return (
    <>
      <p className={styles['hint']}>{texts.hint}</p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements, screenReaderInstructions: { draggable: texts.keys } }}
        onDragEnd={onDragEnd}
      >
        <SortableContext items={keys} strategy={rectSortingStrategy}>
          <ul className={styles['gallery']} aria-label={texts.order}>
            {pictures.map((picture, index) => (
              <SortableImage
                key={keys[index]}
                id={keys[index] as string}
                picture={picture}
                place={place}
                number={index + 1}
                total={pictures.length}
                onRemove={() => onRemove(picture)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </>
  );
}
