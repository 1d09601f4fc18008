import { previewName } from '#contract/image-names.ts';
import type { Product } from '#contract/product.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import styles from './image-gallery.module.css';
import { ImageWithFallback } from './image-thumbnail.tsx';
import type { ProductImageFolder } from './use-image-address.ts';

const { pictures: texts } = adminMessages.products;

interface ReadOnlyImagesProps {
  readonly place: ProductImageFolder;
  readonly product: Product;
}

/** Pictures of a product whose names are not on this device: they are seen, and neither moved nor deleted. */
export function ReadOnlyImages({ place, product: { imagecount, image_version } }: ReadOnlyImagesProps) {
  if (imagecount === 0) return null;
  return (
    <>
      <p className={styles['hint']}>{texts.orderOffline}</p>
      <ul className={styles['gallery']}>
        {Array.from({ length: imagecount }, (_, index) => index + 1).map((number) => (
          <li key={number} className={styles['item']}>
            <div className={styles['still']}>
              <ImageWithFallback
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
