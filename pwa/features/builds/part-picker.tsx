import { useState } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { findOffer } from './assess-build.ts';
import { USED_SHOP } from './part-shops.ts';
import type { PartSlots } from './part-row.tsx';
import { usePartChoices } from './use-part-choices.ts';
import type { PartChoice } from './use-part-choices.ts';
import lineStyles from '#pwa/ui/text-lines.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './part-picker.module.css';

interface PartPickerProps extends Pick<PartSlots, 'renderImage'> {
  /** The slot to fill; null for any part. */
  readonly slot: string | null;
  readonly onPick: (choice: PartChoice) => void;
  readonly onClose: () => void;
}

/** The products that can fill a slot, with a search that finds used products as well. */
export function PartPicker({ slot, renderImage, onPick, onClose }: PartPickerProps) {
  const [search, setSearch] = useState('');
  const { data, hasFailed } = usePartChoices(slot, search);
  const title = slot === null ? buildMessages.addAnother : buildMessages.chooseFor(slot);
  return (
    <Modal kind="panel" label={title} onClose={onClose}>
      <DrawerHead title={title} closeLabel={buildMessages.closePicker} onClose={onClose} />
      <div className={styles['picker']}>
        <TextField label={buildMessages.search} type="search" dir="auto" value={search} onText={setSearch} />
        {data?.isClose && data.choices.length > 0 && (
          <p role="status" className={styles['note']}>
            {buildMessages.closeChoices}
          </p>
        )}
        {!data && !hasFailed && <Skeleton label={messages.states.loading} />}
        <ul>
          {data?.choices.map((choice) => (
            <Choice
              key={`${choice.shop.key}-${choice.card.id}`}
              choice={choice}
              renderImage={renderImage}
              onPick={onPick}
            />
          ))}
        </ul>
        <div role="status" className={styles['note']}>
          {data?.choices.length === 0 && <p>{buildMessages.noChoices}</p>}
          {data?.hasMore && <p>{buildMessages.moreChoices}</p>}
          {!data && hasFailed && <p>{buildMessages.choicesFailed}</p>}
        </div>
      </div>
    </Modal>
  );
}

interface ChoiceProps extends Pick<PartPickerProps, 'renderImage' | 'onPick'> {
  readonly choice: PartChoice;
}

function Choice({ choice, renderImage, onPick }: ChoiceProps) {
  const { shop, card } = choice;
  const { price, isSoldOut } = findOffer(shop.key, card);
  const isUsed = shop.key === USED_SHOP.key;
  const priceText = isUsed ? buildMessages.from(formatPrice(price)) : formatPrice(price);
  return (
    <li className={styles['choice']}>
      <div className={styles['image']}>{renderImage(shop, card)}</div>
      <div className={styles['text']}>
        <span className={classNames(lineStyles['two'], styles['title'])} dir="auto">
          {card.title}
        </span>
        {isUsed && <span className={styles['soft']}>{buildMessages.used}</span>}
        <span>
          <strong>{price > 0 ? priceText : buildMessages.noPrice}</strong>
          {isSoldOut && <span className={styles['soldOut']}> {buildMessages.soldOut}</span>}
        </span>
      </div>
      <Button aria-label={buildMessages.addPartTitled(card.title)} onClick={() => onPick(choice)}>
        {buildMessages.addPart}
      </Button>
    </li>
  );
}
