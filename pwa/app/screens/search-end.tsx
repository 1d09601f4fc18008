import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { ShopRow } from '#contract/shops.ts';
import type { BrowseAction } from '#pwa/features/catalog/browse/browse-state.ts';
import { BelowHits } from '#pwa/features/catalog/list/fact-matches.tsx';
import { NoMatch } from '#pwa/features/catalog/list/no-match.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { OtherShops } from './other-shops.tsx';

interface SearchEndProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  /** Number of products whose titles match the search. */
  readonly total: number;
  readonly onAction: (action: BrowseAction) => void;
  readonly renderCard: (card: WireCard) => ReactNode;
  /** Shown in place of hits while the search goes beyond titles. */
  readonly skeleton: ReactNode;
}

/** Further results of a search, below its hits or in their place: matches in facts, close titles, other shops. */
export function SearchEnd({ shop, state, total, onAction, renderCard, skeleton }: SearchEndProps) {
  const others = <OtherShops shop={shop} search={state.search} />;
  const common = { shop: shop.key, state, renderCard };
  if (total === 0) return <NoMatch {...common} others={others} onAction={onAction} skeleton={skeleton} />;
  return (
    <>
      {state.page * PAGE_SIZE >= total && <BelowHits {...common} />}
      {others}
    </>
  );
}
