import type { ReactNode } from 'react';
import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { OfferKind } from '#contract/shops.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { InlineField } from './inline-field.tsx';
import { listFields } from './list-fields.ts';
import lineStyles from '#pwa/ui/text-lines.module.css';
import styles from './product-list.module.css';

/** Kind of a product's pending change; null for none. */
export type PendingChangeKind = keyof typeof adminListMessages.waiting | null;

/** Actions on one product of the list. */
export interface RowActions {
  readonly onSelect: (isSelected: boolean) => void;
  readonly onField: (field: string, value: string) => void;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

interface ProductRowProps extends RowActions {
  readonly offer: OfferKind;
  readonly card: WireCard;
  /** The price; for open-box offers, the price range of the conditions in stock. */
  readonly price: string;
  readonly image: ReactNode;
  readonly isSelected: boolean;
  readonly pendingChange: PendingChangeKind;
}

/** One product of the list with its editable fields. */
export function ProductRow({ offer, card, price, image, isSelected, pendingChange, ...actions }: ProductRowProps) {
  const { title } = card;
  const isBeingDeleted = pendingChange === 'remove';
  const fields = listFields(offer).map((field) => (
    <InlineField
      key={field.field}
      field={field}
      value={field.read(card)}
      isDisabled={isBeingDeleted}
      onChange={(value) => actions.onField(field.field, value)}
    />
  ));
  return (
    <li className={classNames(styles['row'], isBeingDeleted && styles['deleting'])} aria-label={title}>
      <label className={styles['select']}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={adminListMessages.select(title)}
          onChange={(event) => actions.onSelect(event.target.checked)}
        />
      </label>
      <div className={styles['image']}>{image}</div>
      <div className={styles['facts']}>
        <p className={classNames(lineStyles['two'], styles['title'])}>{title}</p>
        <p className={styles['place']}>
          {adminListMessages.id(card.id)} · {card.main_category} · {card.category}
        </p>
        {pendingChange !== null && <p className={styles['pending']}>{adminListMessages.waiting[pendingChange]}</p>}
      </div>
      <div className={styles['fields']}>
        {offer === 'affiliate' ? (
          <>
            {fields}
            <Availability card={card as AffiliateCard} isDisabled={isBeingDeleted} onField={actions.onField} />
          </>
        ) : (
          <details>
            <summary>
              {adminListMessages.stock}
              <span className={styles['units']}>
                {price} · {adminListMessages.units(countUnits(card as OpenBoxCard))}
              </span>
            </summary>
            <div className={styles['conditions']}>{fields}</div>
          </details>
        )}
      </div>
      <div className={styles['actions']}>
        <Button disabled={isBeingDeleted} aria-label={adminListMessages.editOf(title)} onClick={actions.onEdit}>
          {adminListMessages.edit}
        </Button>
        <Button
          look="quiet"
          disabled={isBeingDeleted}
          aria-label={adminListMessages.duplicateOf(title)}
          onClick={actions.onDuplicate}
        >
          {adminListMessages.duplicate}
        </Button>
        <Button
          look="danger"
          disabled={isBeingDeleted}
          aria-label={adminListMessages.removeOf(title)}
          onClick={actions.onRemove}
        >
          {adminListMessages.remove}
        </Button>
      </div>
    </li>
  );
}

interface AvailabilityProps extends Pick<RowActions, 'onField'> {
  readonly card: AffiliateCard;
  readonly isDisabled: boolean;
}

const Availability = ({ card: { availability }, isDisabled, onField }: AvailabilityProps) => (
  <label className={styles['available']}>
    <input
      type="checkbox"
      checked={availability === 'YES'}
      disabled={isDisabled}
      onChange={(event) => onField('availability', event.target.checked ? 'YES' : 'NO')}
    />
    {adminListMessages.available}
  </label>
);

const countUnits = (card: OpenBoxCard): number => CONDITION_KEYS.reduce((sum, key) => sum + card[`${key}_quantity`], 0);
