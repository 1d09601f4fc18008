import type { ReactNode } from 'react';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import type { SubcategoryCount } from '#sync/api/engine-api.ts';
import { spokenName } from '#pwa/ui/spoken-name.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { BuildSums } from './build-sums.tsx';
import { Choice } from './choice.tsx';
import type { PanelProps } from './panel-props.ts';
import { useOverview } from '../queries/use-catalog.ts';
import styles from './panels.module.css';

/** The categories in alphabetical order, each under its main category. */
export const CategoryPanel = (props: PanelProps) => (
  <CategoryTree {...props} heading={catalogMessages.sidebar.categories} renderEntry={renderCount} />
);

/** The PC shop's categories as builds, each with the total price of its products. */
export const BuildsPanel = (props: PanelProps) => (
  <CategoryTree {...props} heading={catalogMessages.sidebar.builds} kind="build" renderEntry={renderSums} />
);

interface CategoryTreeProps extends PanelProps {
  readonly heading: string;
  readonly kind?: 'build';
  readonly renderEntry: (entry: SubcategoryCount) => ReactNode;
}

function CategoryTree({ shop, state, onAction, heading, kind, renderEntry }: CategoryTreeProps) {
  const { data, hasFailed } = useOverview(shop.key);
  // The first overview comes from the HTML document and has rows but no categories.
  const isAwaited = !hasFailed && (!data || (data.rows.length > 0 && data.categories.length === 0));
  const choose = (mainCategory: string, category: string | null): void =>
    onAction({ type: 'category', mainCategory, category });
  return (
    <section className={styles['panel']}>
      <h2 aria-label={spokenName(heading)}>{heading}</h2>
      {isAwaited && <Skeleton label={messages.states.loading} />}
      <ul>
        {data?.categories.map(({ mainCategory, total, categories }) => (
          <li key={mainCategory} className={styles['group']}>
            <h3>
              <Choice
                kind="main"
                isChosen={state.mainCategory === mainCategory && state.category === null}
                onChoose={() => choose(mainCategory, null)}
              >
                {mainCategory}
                <span className={styles['total']}>{formatNumber(total)}</span>
              </Choice>
            </h3>
            <ul>
              {categories.map((entry) => (
                <li key={entry.category}>
                  <Choice
                    kind={kind ?? 'sub'}
                    isChosen={state.mainCategory === mainCategory && state.category === entry.category}
                    onChoose={() => choose(mainCategory, entry.category)}
                  >
                    {renderEntry(entry)}
                  </Choice>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

const renderCount = ({ category, total }: SubcategoryCount) => (
  <>
    {category}
    <span className={styles['total']}>{formatNumber(total)}</span>
  </>
);

const renderSums = (entry: SubcategoryCount) => (
  <>
    <span>{renderCount(entry)}</span>
    <BuildSums entry={entry} />
  </>
);
