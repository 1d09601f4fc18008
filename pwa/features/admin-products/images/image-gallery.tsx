import { useState } from 'react';
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
import { Button } from '#pwa/ui/button.tsx';
import type { ImageRef } from '#sync/api/admin-api.ts';
import styles from './image-gallery.module.css';
import { imageKey } from '../form/product-draft.ts';
import type { FormImages } from './use-form-images.ts';
import { SortableImage } from './sortable-image.tsx';
import type { ProductImageFolder } from './use-image-url.ts';

const { images: texts } = adminMessages.products;

/** A touch of this length (ms) picks an image up; a touch that moves sooner scrolls the page. */
const TOUCH = { delay: 180, tolerance: 8 };

interface ImageGalleryProps {
  readonly images: readonly ImageRef[];
  /** Folder of the images that the server has. */
  readonly folder: ProductImageFolder | undefined;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (image: ImageRef) => void;
  /** Sets the condition that an image shows; undefined in shops whose products have no condition. */
  readonly onMark: FormImages['mark'] | undefined;
}

/** The images of a form; their order can be changed with mouse, touch and keyboard. */
export function ImageGallery({ images, folder, onMove, onRemove, onMark }: ImageGalleryProps) {
  const keys = images.map(imageKey);
  const [isMarking, setMarking] = useState(false);
  // Few products have images of several conditions: the choice of a condition appears on request, or if an image already has one.
  const isMarked = images.some(({ shows }) => shows !== undefined);
  const mark = isMarking || isMarked ? onMark : undefined;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (images.length === 0) return null;

  const numberOf = (id: string | number | undefined): number => keys.indexOf(String(id)) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => texts.lifted(numberOf(active.id), keys.length),
    onDragOver: ({ over }) => (over ? texts.moved(numberOf(over.id), keys.length) : undefined),
    onDragEnd: ({ active, over }) => texts.dropped(numberOf((over ?? active).id), keys.length),
    onDragCancel: ({ active }) => texts.cancelled(numberOf(active.id)),
  };
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(numberOf(active.id) - 1, numberOf(over.id) - 1);
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
            {images.map((image, index) => (
              <SortableImage
                key={keys[index]}
                id={keys[index] as string}
                image={image}
                folder={folder}
                number={index + 1}
                total={images.length}
                onRemove={() => onRemove(image)}
                onMark={mark && ((shows) => mark(image, shows))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {onMark && !isMarked && (
        <Button look="quiet" aria-expanded={isMarking} onClick={() => setMarking(!isMarking)}>
          {texts.mark}
        </Button>
      )}
    </>
  );
}
