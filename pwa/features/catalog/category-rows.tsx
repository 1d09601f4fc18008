import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import type { CatalogRow, WireCard } from '#sync/worker/engine-api.ts';
import { EmptyShop } from './catalog-states.tsx';
import styles from './catalog.module.css';

/** Skeletons: rows that fit a screen, cards that fit a row. */
const SKELETON_ROWS = 3;
const SKELETON_CARDS = 8;
/** Cards of the first row that stand on the first screen of any device. */
const FIRST_CARDS = 3;
/** Rows drawn at once; the others get their cards when they come near the screen. */
const FIRST_ROWS = 2;
/** Cards of a row that are drawn at once: as many as the widest screen shows. The others follow in small pieces. */
const QUICK_CARDS = 8;
/** Part of a row's width that its arrows move it by. */
const SCROLL_PART = 0.85;

interface CategoryRowsProps {
  readonly rows: readonly CatalogRow[];
  readonly isCurrent: boolean;
  readonly renderCard: (card: WireCard, isFirst: boolean) => ReactNode;
  readonly onMainCategory: (mainCategory: string) => void;
}

/** The start screen of a shop: one horizontal row per main category. */
export function CategoryRows({ rows, isCurrent, renderCard, onMainCategory }: CategoryRowsProps) {
  if (rows.length === 0) return <EmptyShop />;
  return (
    <div className={classNames(styles['rows'], !isCurrent && styles['pending'])} aria-busy={!isCurrent}>
      {rows.map((row, index) => (
        <CategoryRow
          key={row.mainCategory}
          row={row}
          position={index}
          renderCard={renderCard}
          onOpen={() => onMainCategory(row.mainCategory)}
        />
      ))}
    </div>
  );
}

interface CategoryRowProps {
  readonly row: CatalogRow;
  /** From 0, top to bottom. */
  readonly position: number;
  readonly renderCard: (card: WireCard, isFirst: boolean) => ReactNode;
  readonly onOpen: () => void;
}

function CategoryRow({ row, position, renderCard, onOpen }: CategoryRowProps) {
  const section = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [isDrawn, setDrawn] = useState(position < FIRST_ROWS);
  const count = useDeferredValue(row.cards.length, QUICK_CARDS);

  useEffect(() => {
    const element = section.current;
    if (isDrawn || !element) return undefined;
    return whenNear(element, () => startTransition(() => setDrawn(true)));
  }, [isDrawn]);

  const scroll = (direction: 1 | -1): void => {
    const element = strip.current;
    element?.scrollBy({ left: direction * element.clientWidth * SCROLL_PART, behavior: 'smooth' });
  };
  return (
    <section ref={section} className={styles['row']} aria-label={row.mainCategory}>
      <div className={styles['rowHead']}>
        <h2 className={styles['rowTitle']}>{row.mainCategory}</h2>
        <div className={styles['rowTools']}>
          <Button look="quiet" aria-label={messages.categories.showAllOf(row.mainCategory)} onClick={onOpen}>
            {messages.categories.showAll}
          </Button>
          <span className={styles['arrows']}>
            <IconButton icon="previous" label={messages.categories.scrollBack} onClick={() => scroll(-1)} />
            <IconButton icon="next" label={messages.categories.scrollOn} onClick={() => scroll(1)} />
          </span>
        </div>
      </div>
      <ul ref={strip} className={styles['strip']}>
        {isDrawn &&
          row.cards
            .slice(0, count)
            .map((card, index) => <li key={card.id}>{renderCard(card, position === 0 && index < FIRST_CARDS)}</li>)}
      </ul>
    </section>
  );
}

/** Rows of skeletons while nothing at all is known. */
export function CategoryRowsSkeleton({ renderSkeleton }: { readonly renderSkeleton: () => ReactNode }) {
  return (
    <div className={styles['rows']} role="img" aria-label={messages.states.loading}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          <div className={styles['rowHead']} />
          <div className={styles['strip']} style={{ overflow: 'hidden' }}>
            {Array.from({ length: SKELETON_CARDS }, (_unused, card) => (
              <div key={card}>{renderSkeleton()}</div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
