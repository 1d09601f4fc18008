import type { ReactNode } from 'react';
import { CONDITIONS } from '#contract/conditions.ts';
import { MAX_RATE } from '#contract/limits.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { StarRating } from '#pwa/ui/star-rating.tsx';
import type { Facets } from '#sync/worker/engine-api.ts';
import { Choice } from './choice.tsx';
import { FILTER_KINDS } from './filter-kinds.ts';
import type { FilterKind } from './filter-kinds.ts';
import { PriceFields } from './price-fields.tsx';
import type { PanelProps } from './sidebar-panels.tsx';
import { useFacets } from './use-facets.ts';
import styles from './panels.module.css';

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

/** Best first; 0 stars are no filter. */
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
      {CONDITIONS.map(({ key, label, marker }) => {
        const isChosen = state.condition === key;
        return (
          <FilterChoice
            key={key}
            isChosen={isChosen}
            total={facets?.conditions[key]}
            onChoose={() => onAction({ type: 'filter', filters: { condition: isChosen ? null : key } })}
          >
            {`${marker} ${label}`}
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

/** What the list is narrowed by: the filters of the shop's kind of offer, each choice with what it would leave. */
export function FiltersPanel(props: PanelProps) {
  const facets = useFacets(props.shop.key, props.state);
  return (
    <section className={styles['panel']}>
      <h2>{catalogMessages.filters.heading}</h2>
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
  /** What it would leave; undefined while that is not known. */
  readonly total: number | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** A choice that would leave nothing cannot be taken, but one that was taken can always be undone. */
const FilterChoice = ({ isChosen, total, onChoose, children }: FilterChoiceProps) => (
  <Choice isChosen={isChosen} isDisabled={total === 0 && !isChosen} onChoose={onChoose}>
    <span>{children}</span>
    <span className={styles['total']}>{total === undefined ? '' : formatNumber(total)}</span>
  </Choice>
);
