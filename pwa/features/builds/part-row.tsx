import type { ReactNode } from 'react';
import { MAX_PART_QUANTITY } from '#contract/limits.ts';
import type { Cents } from '#contract/money/money.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import lineStyles from '#pwa/ui/text-lines.module.css';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { AssessedPart } from './assess-build.ts';
import { describeProblem, partTitle } from './build-text.ts';
import { USED_SHOP } from './part-shops.ts';
import styles from './part-row.module.css';

/** What the rows of parts need from other features. */
export interface PartSlots {
  readonly renderImage: (shop: ShopRow, card: WireCard) => ReactNode;
  readonly onOpenProduct: (shop: ShopRow, id: number) => void;
}

interface PartRowProps extends PartSlots {
  readonly assessed: AssessedPart<WireCard>;
  /** Sets the units, 0 to remove the part; without it the row is read-only. */
  readonly onQuantity?: ((quantity: number) => void) | undefined;
}

/** A part of a build: image, title, problem, quantity and price. */
export function PartRow({ assessed, renderImage, onOpenProduct, onQuantity }: PartRowProps) {
  const { part, card, price, problem } = assessed;
  const shop = getShop(part.shop);
  const title = partTitle(assessed);
  const note = describeProblem(assessed);
  return (
    <li className={styles['part']}>
      <div className={styles['image']}>{card && renderImage(shop, card)}</div>
      <div className={styles['text']}>
        {card ? (
          <a
            className={classNames(lineStyles['two'], styles['title'])}
            href={`${shop.path}?product=${part.id}`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onOpenProduct(shop, part.id);
            }}
          >
            <bdi>{title}</bdi>
          </a>
        ) : (
          <span className={classNames(lineStyles['two'], styles['title'])}>
            <bdi>{title}</bdi>
          </span>
        )}
        {shop.key === USED_SHOP.key && <span className={styles['soft']}>{buildMessages.used}</span>}
        {note && <strong className={problem === 'not-here' ? styles['soft'] : styles['problem']}>{note}</strong>}
      </div>
      <div className={styles['quantity']}>
        {onQuantity ? (
          <Stepper title={title} quantity={part.quantity} onQuantity={onQuantity} />
        ) : (
          part.quantity > 1 && <span>{buildMessages.times(part.quantity)}</span>
        )}
      </div>
      <div className={styles['price']}>
        {price > 0 ? formatPrice((price * part.quantity) as Cents) : card && buildMessages.noPrice}
        {price > 0 && part.quantity > 1 && (
          <span className={styles['soft']}>{buildMessages.each(formatPrice(price))}</span>
        )}
      </div>
      {onQuantity && (
        <IconButton
          className={styles['remove']}
          icon="close"
          label={buildMessages.remove(title)}
          onClick={() => onQuantity(0)}
        />
      )}
    </li>
  );
}

interface StepperProps {
  readonly title: string;
  readonly quantity: number;
  readonly onQuantity: (quantity: number) => void;
}

const Stepper = ({ title, quantity, onQuantity }: StepperProps) => (
  <div className={styles['stepper']} role="group" aria-label={buildMessages.quantity(title)}>
    <IconButton
      icon={<LazyIcon name="minus" />}
      label={buildMessages.fewer(title)}
      disabled={quantity <= 1}
      onClick={() => onQuantity(quantity - 1)}
    />
    <output>{quantity}</output>
    <IconButton
      icon={<LazyIcon name="plus" />}
      label={buildMessages.more(title)}
      disabled={quantity >= MAX_PART_QUANTITY}
      onClick={() => onQuantity(quantity + 1)}
    />
  </div>
);
