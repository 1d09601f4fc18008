import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { messages } from '#pwa/messages/en.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { pictureAddress } from './image-address.ts';
import { ProductPicture, useBroken } from './product-picture.tsx';
import styles from './gallery.module.css';

/** Pixels of the long side of a large picture on the server. */
const PICTURE_PX = 1_600;

/** A product's pictures, one at a time, wrapping round. The small one stands until the large one is there. */
export function Gallery({ card, imageFolder }: { readonly card: WireCard; readonly imageFolder: string }) {
  const [chosen, setChosen] = useState(1);
  const total = card.imagecount;
  // The pictures may become fewer while the product is open.
  const number = Math.min(chosen, Math.max(total, 1));
  const address = pictureAddress(imageFolder, card, number);
  const isBroken = useBroken(address);
  const move = (step: number): void => setChosen(((number - 1 + step + total) % total) + 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
  };

  return (
    <div className={styles['gallery']} role="group" aria-label={messages.product.gallery}>
      <div className={styles['stage']}>
        <ProductPicture
          card={number === 1 ? card : { ...card, imagecount: 0 }}
          imageFolder={imageFolder}
          priority="eager"
        />
        {total > 0 && !isBroken.is && (
          <img
            key={address}
            src={address}
            alt={messages.product.picture(card.title, number)}
            width={PICTURE_PX}
            height={PICTURE_PX}
            decoding="async"
            onError={isBroken.note}
          />
        )}
      </div>
      {total > 1 && (
        // The arrow keys work from either button, as they do in a toolbar.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={onKeyDown}>
          <IconButton
            icon="previous"
            label={messages.product.previousPicture}
            className={`${styles['arrow']} ${styles['previous']}`}
            onClick={() => move(-1)}
          />
          <IconButton
            icon="next"
            label={messages.product.nextPicture}
            className={`${styles['arrow']} ${styles['next']}`}
            onClick={() => move(1)}
          />
          <p className={styles['position']} aria-live="polite">
            {messages.product.position(number, total)}
          </p>
        </div>
      )}
    </div>
  );
}
