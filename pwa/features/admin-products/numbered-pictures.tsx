import { previewName } from '#contract/image-names.ts';
import type { Product } from '#contract/product.ts';
import { adminMessages } from '#pwa/messages/en-admin.ts';
import styles from './picture-gallery.module.css';
import { DrawnPicture } from './picture-view.tsx';
import type { PicturePlace } from './use-picture-address.ts';

const { pictures: texts } = adminMessages.products;

interface NumberedPicturesProps {
  readonly place: PicturePlace;
  readonly product: Product;
}

/** Pictures of a product whose names are not on this device: they are seen, and neither moved nor deleted. */
export function NumberedPictures({ place, product: { imagecount, image_version } }: NumberedPicturesProps) {
  if (imagecount === 0) return null;
  return (
    <>
      <p className={styles['hint']}>{texts.orderOffline}</p>
      <ul className={styles['gallery']}>
        {Array.from({ length: imagecount }, (_, index) => index + 1).map((number) => (
          <li key={number} className={styles['item']}>
            <div className={styles['still']}>
              <DrawnPicture
                address={`/images/${place.imageFolder}/${place.id}/${previewName(number)}?v=${image_version}`}
                name={texts.picture(number, imagecount)}
              />
            </div>
            <span className={styles['number']} aria-hidden="true">
              {number}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
