import { buildMessages } from '#pwa/messages/en/builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { AssessedPart } from './assess-build.ts';
import { listSlots } from './list-slots.ts';
import { PartRow } from './part-row.tsx';
import type { PartSlots } from './part-row.tsx';
import styles from './slot-list.module.css';

interface SlotListProps extends PartSlots {
  readonly parts: readonly AssessedPart<WireCard>[];
  readonly isFree: boolean;
  /** The shop's categories; empty to show only slots with parts. */
  readonly slotNames: readonly string[];
  /** Opens the choice of parts for a slot; without it and `onQuantity` the list is read-only. */
  readonly onChoose?: (slot: string) => void;
  readonly onQuantity?: (part: AssessedPart<WireCard>, quantity: number) => void;
}

/** The parts of a build by slot. */
export function SlotList({ parts, isFree, slotNames, onChoose, onQuantity, ...slots }: SlotListProps) {
  return (
    <ul className={styles['slots']}>
      {listSlots(slotNames, parts).map(({ name, parts: inSlot }) => {
        const isEmpty = inSlot.length === 0;
        const label = name === '' ? buildMessages.otherParts : name;
        return (
          <li key={name} className={styles['slot']} data-empty={isEmpty}>
            <div className={styles['head']}>
              <h2>
                <bdi>{label}</bdi>
              </h2>
              {onChoose && name !== '' && (
                <ChooseButton
                  slot={name}
                  action={isEmpty ? 'choose' : isFree ? 'addAnother' : 'change'}
                  onChoose={onChoose}
                />
              )}
            </div>
            {!isFree && name !== '' && inSlot.length > 1 && (
              <p className={styles['note']}>{buildMessages.severalInSlot(inSlot.length)}</p>
            )}
            {!isEmpty && (
              <ul>
                {inSlot.map((each) => (
                  <PartRow
                    key={`${each.part.shop}-${each.part.id}`}
                    assessed={each}
                    onQuantity={onQuantity && ((quantity) => onQuantity(each, quantity))}
                    {...slots}
                  />
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ChooseButtonProps {
  readonly slot: string;
  readonly action: 'choose' | 'addAnother' | 'change';
  readonly onChoose: (slot: string) => void;
}

const ChooseButton = ({ slot, action, onChoose }: ChooseButtonProps) => (
  <Button look="quiet" aria-label={buildMessages[`${action}For`](slot)} onClick={() => onChoose(slot)}>
    {buildMessages[action]}
  </Button>
);
