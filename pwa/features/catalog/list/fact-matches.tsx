import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Highlight } from '#pwa/ui/highlight.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { CloseMatches } from './close-matches.tsx';
import type { ShownFactMatches } from './use-fact-matches.ts';
import { useFactMatches } from './use-fact-matches.ts';
import catalogStyles from './catalog.module.css';
import sectionStyles from './close-matches.module.css';
import styles from './fact-matches.module.css';

interface BelowHitsProps {
  readonly shop: ShopKey;
  readonly state: BrowseState;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/**
 * Further products below the last page of a search: first those whose descriptions state what was searched for, then those with close titles.
 * Close titles are shown only once the description search has ended, so that no product moves after it is shown.
 */
export function BelowHits({ shop, state, renderCard }: BelowHitsProps) {
  const facts = useFactMatches(shop, state);
  if (!facts.found) return null;
  return (
    <>
      <FactMatchList search={state.search} facts={facts} renderCard={renderCard} />
      <CloseMatches shop={shop} state={state} renderCard={renderCard} />
    </>
  );
}

interface FactMatchListProps {
  readonly search: string;
  readonly facts: ShownFactMatches;
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** Products whose descriptions state what was searched for, each with the fact. */
export function FactMatchList({ search, facts: { found, showMore }, renderCard }: FactMatchListProps) {
  if (!found || found.total === 0) return null;
  return (
    <section className={sectionStyles['close']} aria-labelledby="fact-matches">
      <div className={sectionStyles['head']}>
        <h2 id="fact-matches">{catalogMessages.factMatches.heading}</h2>
        <p role="status">{catalogMessages.factMatches.hint(search, found.total)}</p>
      </div>
      <ul className={catalogStyles['grid']}>
        {found.matches.map(({ card, fact: { key, value } }) => (
          <li key={card.id} className={styles['match']}>
            {renderCard(card)}
            <p className={styles['fact']} dir="auto">
              {key}: <Highlight text={value} search={search} />
            </p>
          </li>
        ))}
      </ul>
      {showMore && (
        <div className={styles['more']}>
          <Button onClick={showMore}>{catalogMessages.factMatches.more}</Button>
        </div>
      )}
    </section>
  );
}
