import { markedCondition } from '#pwa/messages/term-names.ts';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import { CONDITIONS } from '#contract/products/conditions.ts';
import { MAX_RATE } from '#contract/limits.ts';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { StarRating } from '#pwa/ui/star-rating.tsx';
import { spokenName } from '#pwa/ui/spoken-name.ts';
import type { Facets } from '#sync/api/engine-api.ts';
import { Choice } from './choice.tsx';
import { PriceFields } from './price-fields.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './panels.module.css';

type FilterKind = 'price' | 'stars' | 'stock' | 'condition';

/** The filters of each offer kind, in the order of the panel. */
const FILTER_KINDS = {
  affiliate: ['price', 'stars', 'stock'],
  openBox: ['price', 'condition', 'stock'],
} as const satisfies Record<OfferKind, readonly FilterKind[]>;

interface FilterProps extends PanelProps {
  readonly facets: Facets | undefined;
}

function PriceFilter({ state, facets, onAction }: FilterProps) {
  return (
    <Group label={catalogMessages.filters.price}>
      <PriceFields
        range={state}
        limits={facets?.price ?? undefined}
        onRange={(filters) => onAction({ type: 'filter', filters })}
      />
    </Group>
  );
}

/** The best rating first; 0 stars would not filter. */
const STARS = Array.from({ length: MAX_RATE }, (_, index) => MAX_RATE - index);

function StarsFilter({ state, facets, onAction }: FilterProps) {
  return (
    <Group label={catalogMessages.filters.stars}>
      {STARS.map((minRate) => {
        const isChosen = state.minRate === minRate;
        return (
          <FilterChoice
            key={minRate}
            isChosen={isChosen}
            total={facets?.rates[minRate]}
            onChoose={() => onAction({ type: 'filter', filters: { minRate: isChosen ? null : minRate } })}
          >
            <span className={styles['stars']}>
              <StarRating rate={minRate} max={MAX_RATE} label={catalogMessages.filters.starsOf(minRate)} />
              {minRate < MAX_RATE && <span aria-hidden="true">{catalogMessages.filters.andUp}</span>}
            </span>
          </FilterChoice>
        );
      })}
    </Group>
  );
}

const StockFilter = ({ state: { inStock }, facets, onAction }: FilterProps) => (
  <Group label={catalogMessages.filters.stock}>
    <FilterChoice
      isChosen={inStock}
      total={facets?.inStock}
      onChoose={() => onAction({ type: 'filter', filters: { inStock: !inStock } })}
    >
      {catalogMessages.filters.inStock}
    </FilterChoice>
  </Group>
);

function ConditionFilter({ state, facets, onAction }: FilterProps) {
  return (
    <Group label={catalogMessages.filters.condition}>
      {CONDITIONS.map(({ key }) => {
        const isChosen = state.condition === key;
        return (
          <FilterChoice
            key={key}
            isChosen={isChosen}
            total={facets?.conditions[key]}
            onChoose={() => onAction({ type: 'filter', filters: { condition: isChosen ? null : key } })}
          >
            {markedCondition(key)}
          </FilterChoice>
        );
      })}
    </Group>
  );
}

const FILTERS = {
  price: PriceFilter,
  stars: StarsFilter,
  stock: StockFilter,
  condition: ConditionFilter,
} satisfies Record<FilterKind, (props: FilterProps) => ReactNode>;

/** Delays the panel's query until the list has sent its own. React runs effects of children, such as the panel, first. */
const AFTER_LIST = afterDelay(1);

/** Returns the live number of products that each filter choice would leave; undefined until the catalogue is on the device. */
function useFacets(shop: ShopKey, state: BrowseState): Facets | undefined {
  const query: EngineQuery<Facets | undefined> = useCallback((catalog) => catalog.facets(shop, state), [shop, state]);
  return useEngineQuery(shop, query, { when: AFTER_LIST }).data;
}

/**
 * The filters of a shop, each choice with the number of products it would leave. `isTitled`: the caller shows the
 * title.
 */
export function FiltersPanel({ isTitled = false, ...props }: PanelProps & { readonly isTitled?: boolean }) {
  const facets = useFacets(props.shop.key, props.state);
  return (
    <section className={styles['panel']}>
      {!isTitled && <h2 aria-label={spokenName(catalogMessages.filters.heading)}>{catalogMessages.filters.heading}</h2>}
      {FILTER_KINDS[props.shop.offer].map((kind) => {
        const Filter = FILTERS[kind];
        return <Filter key={kind} {...props} facets={facets} />;
      })}
    </section>
  );
}

const Group = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset className={styles['filter']}>
    <legend>{label}</legend>
    {children}
  </fieldset>
);

interface FilterChoiceProps {
  readonly isChosen: boolean;
  /** The number of products that the choice would leave; undefined until known. */
  readonly total: number | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A choice that would leave no product is disabled, but a chosen one can always be undone. */
const FilterChoice = ({ isChosen, total, onChoose, children }: FilterChoiceProps) => (
  <Choice isChosen={isChosen} isDisabled={total === 0 && !isChosen} onChoose={onChoose}>
    <span>{children}</span>
    <span className={styles['total']}>{total === undefined ? '' : formatNumber(total)}</span>
  </Choice>
);
