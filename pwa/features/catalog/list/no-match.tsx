import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { BrowseAction } from '../browse/browse-state.ts';
import { NothingFound } from './catalog-states.tsx';
import { useCloseMatches } from './close-matches.tsx';
import { FactMatchList } from './fact-matches.tsx';
import { useFactMatches } from './use-fact-matches.ts';
import styles from './catalog.module.css';

interface NoMatchProps {
  readonly shop: ShopKey;
  /** A search without an exact match. */
  readonly state: BrowseState;
  readonly onAction: (action: BrowseAction) => void;
  readonly renderCard: (card: WireCard) => ReactNode;
  /** The hits of other shops, in one line of a fixed height. */
  readonly others: ReactNode;
  /** Shown until the descriptions and the close matches have been searched. */
  readonly skeleton: ReactNode;
}

/** Shown for a search without hits: products with matching descriptions or close titles and, inside a category, a button to search the whole shop. */
export function NoMatch({ shop, state, onAction, renderCard, others, skeleton }: NoMatchProps) {
  const { search, mainCategory, category } = state;
  const { data: cards, isCurrent } = useCloseMatches(shop, state);
  const facts = useFactMatches(shop, state);
  const elsewhere = useHitsElsewhere(shop, state);
  if (!facts.found || !cards || (!isCurrent && cards.length === 0)) return skeleton;
  const place = category ?? mainCategory;
  const hasFacts = facts.found.total > 0;
  if (place === null && cards.length === 0 && !hasFacts) {
    return (
      <div className={styles['searched']}>
        {others}
        <NothingFound onReset={() => onAction({ type: 'reset' })} />
      </div>
    );
  }
  return (
    <div className={styles['searched']}>
      <div className={styles['noMatch']} role="status">
        {place === null ? (
          <p>{hasFacts ? catalogMessages.noMatch.inTitles(search) : catalogMessages.noMatch.closeMatches(search)}</p>
        ) : (
          <>
            <p>{catalogMessages.noMatch.inCategory(search, place)}</p>
            <Button look="primary" onClick={() => onAction({ type: 'category', mainCategory: null, category: null })}>
              {elsewhere ? catalogMessages.noMatch.showElsewhere(elsewhere) : catalogMessages.noMatch.searchElsewhere}
            </Button>
            {cards.length > 0 && !hasFacts && <p>{catalogMessages.noMatch.closeInCategory(place)}</p>}
          </>
        )}
      </div>
      {others}
      <FactMatchList search={search} facts={facts} renderCard={renderCard} />
      {cards.length > 0 && (
        <>
          <h2 className={hasFacts ? styles['rowTitle'] : undefined}>
            {hasFacts ? (
              catalogMessages.closeMatches.heading
            ) : (
              <VisuallyHidden>{catalogMessages.closeMatches.heading}</VisuallyHidden>
            )}
          </h2>
          <ul className={classNames(styles['grid'], !isCurrent && styles['pending'])} aria-busy={!isCurrent}>
            {cards.map((card) => (
              <li key={card.id}>{renderCard(card)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Returns the number of the whole shop's hits for a search inside a category; undefined until known or without a category. */
function useHitsElsewhere(shop: ShopKey, state: BrowseState): number | undefined {
  const query: EngineQuery<number | undefined> = useCallback(
    async (catalog) => {
      if (state.mainCategory === null) return undefined;
      const { total } = await catalog.browse(shop, { ...state, mainCategory: null, category: null, page: 1 });
      return total;
    },
    [shop, state],
  );
  const { data, isCurrent } = useEngineQuery(shop, query);
  return isCurrent ? data : undefined;
}
