import { memo, startTransition, useEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { FIRST_SCREEN_ROWS } from '#contract/screens/first-screen.ts';
import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import { whenNear } from '#pwa/ui/when-near.ts';
import { imagePriority } from '#pwa/ui/media/image-priority.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import type { CatalogRow, WireCard } from '#sync/api/engine-api.ts';
import type { BrowseAction } from '../browse/browse-state.ts';
import { CategoryRowView } from './category-row-view.tsx';
import { useShownCards } from './use-shown-cards.ts';
import { RowsView } from './rows-view.tsx';
import type { RowStartProps } from './row-start.tsx';

/** The part of a row's width that an arrow scrolls. */
const SCROLL_FRACTION = 0.85;

interface CategoryRowsProps {
  readonly rows: readonly CatalogRow[];
  readonly isCurrent: boolean;
  /** The component that keeps a row at its beginning; undefined until loaded. */
  readonly Start: ComponentType<RowStartProps> | undefined;
  /** Number of cards of the first row that are on the first screen of any device. */
  readonly firstCards: number;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
  /** Must be stable between renders. */
  readonly onAction: (action: BrowseAction) => void;
}

/** The rows of a start screen. Below the first rows, a row's cards are rendered once it comes near the viewport. */
export const CategoryRows = ({ rows, isCurrent, Start, firstCards, renderCard, onAction }: CategoryRowsProps) => (
  <RowsView isCurrent={isCurrent}>
    {rows.map((row, index) => (
      <CategoryRow
        key={row.mainCategory}
        row={row}
        position={index}
        Start={Start}
        firstCards={index === 0 ? firstCards : 0}
        renderCard={renderCard}
        onAction={onAction}
      />
    ))}
  </RowsView>
);

interface CategoryRowProps {
  readonly row: CatalogRow;
  /** Index of the row, from the top. */
  readonly position: number;
  /** The component that keeps a row at its beginning; undefined until loaded. */
  readonly Start: ComponentType<RowStartProps> | undefined;
  readonly firstCards: number;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
  readonly onAction: (action: BrowseAction) => void;
}

/** One row, which is not rendered again while its cards stay the same. */
const CategoryRow = memo(function CategoryRow({
  row,
  position,
  Start,
  firstCards,
  renderCard,
  onAction,
}: CategoryRowProps) {
  const section = useRef<HTMLElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [isRendered, setRendered] = useState(position < FIRST_SCREEN_ROWS);
  const cards = useShownCards(strip, row.cards, isRendered);

  useEffect(() => {
    const element = section.current;
    if (isRendered || !element) return undefined;
    return whenNear(element, () => startTransition(() => setRendered(true)));
  }, [isRendered]);

  const scroll = (direction: 1 | -1): void => {
    const element = strip.current;
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth';
    element?.scrollBy({ left: direction * element.clientWidth * SCROLL_FRACTION, behavior });
  };
  return (
    <>
      <CategoryRowView
        mainCategory={row.mainCategory}
        sectionRef={section}
        stripRef={strip}
        onOpen={() => onAction({ type: 'category', mainCategory: row.mainCategory, category: null })}
        onScroll={scroll}
      >
        {isRendered &&
          cards.map((card, index) => <li key={card.id}>{renderCard(card, imagePriority(index, firstCards))}</li>)}
      </CategoryRowView>
      {Start && <Start strip={strip} firstId={row.cards[0]?.id} />}
    </>
  );
});
