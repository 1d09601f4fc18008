import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { imagePriority } from '#pwa/ui/media/image-priority.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { CatalogPage, WireCard } from '#sync/api/engine-api.ts';
import { NothingFound } from './catalog-states.tsx';
import { Pager } from './pager.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './catalog.module.css';

/** Number of cards on the first screen of any device. */
const FIRST_CARDS = 4;

interface ProductGridProps {
  readonly state: BrowseState;
  readonly page: Pick<CatalogPage, 'total' | 'cards'>;
  /** Whether the page shown is the requested one. */
  readonly isCurrent: boolean;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
  readonly onPage: (page: number) => void;
  readonly onReset: () => void;
}

/** One page of a list, with its page buttons. */
export function ProductGrid({ state, page, isCurrent, renderCard, onPage, onReset }: ProductGridProps) {
  const pageCount = Math.ceil(page.total / PAGE_SIZE);
  if (page.cards.length === 0 && isCurrent && state.page <= 1) return <NothingFound onReset={onReset} />;
  return (
    <>
      <h2>
        <VisuallyHidden>{messages.categories.products}</VisuallyHidden>
      </h2>
      <ul className={classNames(styles['grid'], !isCurrent && styles['pending'])} aria-busy={!isCurrent}>
        {page.cards.map((card, index) => (
          <li key={card.id}>{renderCard(card, imagePriority(index, FIRST_CARDS))}</li>
        ))}
      </ul>
      {page.cards.length === 0 && isCurrent && <NothingFound onReset={onReset} />}
      <Pager page={state.page} pageCount={pageCount} onPage={onPage} />
    </>
  );
}

/** A page of skeletons, until the first cards are loaded. */
export function ProductGridSkeleton({ renderSkeleton }: { readonly renderSkeleton: () => ReactNode }) {
  return (
    <Skeleton label={messages.states.loading} className={styles['grid']}>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        <div key={index}>{renderSkeleton()}</div>
      ))}
    </Skeleton>
  );
}
