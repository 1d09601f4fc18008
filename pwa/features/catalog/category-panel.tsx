import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Choice } from './choice.tsx';
import type { PanelProps } from './sidebar-panels.tsx';
import { useOverview } from './use-catalog.ts';
import styles from './panels.module.css';

const numbers = new Intl.NumberFormat('en');

/** Categories in the order of the alphabet, each under its main category. */
export const CategoryPanel = (props: PanelProps) => (
  <CategoryTree {...props} heading={lazyMessages.sidebar.categories} />
);

/** The PC shop's categories under their own heading. */
export const BuildsPanel = (props: PanelProps) => <CategoryTree {...props} heading={lazyMessages.sidebar.builds} />;

function CategoryTree({ shop, state, onAction, heading }: PanelProps & { readonly heading: string }) {
  const { data } = useOverview(shop.key, null);
  const choose = (mainCategory: string, category: string | null): void =>
    onAction({ type: 'category', mainCategory, category });
  return (
    <section className={styles['panel']}>
      <h2>{heading}</h2>
      <ul aria-busy={!data}>
        {data?.categories.map(({ mainCategory, total, categories }) => (
          <li key={mainCategory} className={styles['group']}>
            <h3>
              <Choice
                kind="main"
                isChosen={state.mainCategory === mainCategory && state.category === null}
                onChoose={() => choose(mainCategory, null)}
              >
                {mainCategory}
                <span className={styles['total']}>{numbers.format(total)}</span>
              </Choice>
            </h3>
            <ul>
              {categories.map((entry) => (
                <li key={entry.category}>
                  <Choice
                    kind="sub"
                    isChosen={state.mainCategory === mainCategory && state.category === entry.category}
                    onChoose={() => choose(mainCategory, entry.category)}
                  >
                    {entry.category}
                    <span className={styles['total']}>{numbers.format(entry.total)}</span>
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
