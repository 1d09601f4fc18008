import { previewName } from '#contract/images/image-names.ts';
import type { Product } from '#contract/products/product.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import styles from './image-gallery.module.css';
import { ImageWithFallback } from './image-thumbnail.tsx';
import type { ProductImageFolder } from './use-image-url.ts';

const { images: texts } = adminMessages.products;

interface ReadOnlyImagesProps {
  readonly folder: ProductImageFolder;
  readonly product: Product;
}

/** The images of a product while their file names are unknown, for example offline. Without names they cannot be moved or deleted. */
export function ReadOnlyImages({ folder, product: { imagecount, image_version } }: ReadOnlyImagesProps) {
  if (imagecount === 0) return null;
  return (
    <>
      <p className={styles['hint']}>{texts.orderOffline}</p>
      <ul className={styles['gallery']}>
        {Array.from({ length: imagecount }, (_, index) => index + 1).map((number) => (
          <li key={number} className={styles['item']}>
            <div className={styles['still']}>
              <ImageWithFallback
                src={`/images/${folder.imageFolder}/${folder.id}/${previewName(number)}?v=${image_version}`}
                name={texts.image(number, imagecount)}
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
