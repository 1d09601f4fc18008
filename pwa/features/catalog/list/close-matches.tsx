import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery, QueryResult } from '#pwa/platform/engine/use-engine-query.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import catalogStyles from './catalog.module.css';
import styles from './close-matches.module.css';

/** The query for close matches is slower than that of the list, so it runs only after a pause in typing. */
const LATER = afterDelay(350);

interface CloseMatchesProps {
  readonly shop: ShopKey;
  readonly state: BrowseState;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** Products whose titles are close to the search text without containing it, below the last page of a search. */
export function CloseMatches({ shop, state, renderCard }: CloseMatchesProps) {
  const { data: cards = [], isCurrent } = useCloseMatches(shop, state);
  if (!isCurrent || cards.length === 0) return null;
  return (
    <section className={styles['close']} aria-labelledby="close-matches">
      <div className={styles['head']}>
        <h2 id="close-matches">{catalogMessages.closeMatches.heading}</h2>
        <p>{catalogMessages.closeMatches.hint(state.search)}</p>
      </div>
      <ul className={catalogStyles['grid']}>
        {cards.map((card) => (
          <li key={card.id}>{renderCard(card)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the close matches of a search, live. */
export function useCloseMatches(shop: ShopKey, state: BrowseState): QueryResult<readonly WireCard[]> {
  const query: EngineQuery<readonly WireCard[]> = useCallback(
    (catalog) => catalog.closeMatches(shop, state),
    [shop, state],
  );
  return useEngineQuery(shop, query, { when: LATER });
}
