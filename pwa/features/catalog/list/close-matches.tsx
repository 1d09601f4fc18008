import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { useCloseMatches } from './use-close-matches.ts';
import styles from './close-matches.module.css';

interface CloseMatchesProps {
  readonly shop: ShopKey;
  readonly state: BrowseState;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** Below the last page of a search: what may have been meant. */
export function CloseMatches({ shop, state, renderCard }: CloseMatchesProps) {
  const cards = useCloseMatches(shop, state);
  if (cards.length === 0) return null;
  return (
    <section className={styles['close']} aria-labelledby="close-matches">
      <h2 id="close-matches">{catalogMessages.closeMatches.heading}</h2>
      <p>{catalogMessages.closeMatches.hint(state.search)}</p>
      <ul className={styles['grid']}>
        {cards.map((card) => (
          <li key={card.id}>{renderCard(card)}</li>
        ))}
      </ul>
    </section>
  );
}
