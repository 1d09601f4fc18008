import { useCallback } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { formatBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { findCategories } from './find-categories.ts';
import type { FoundCategory } from './find-categories.ts';
import styles from './other-shops.module.css';

/** Counting reads the catalogues of other shops from the device, so it waits for a pause in typing. */
const LATER = afterDelay(700);

interface OtherShopsProps {
  readonly shop: ShopRow;
  readonly search: string;
}

/** Below a search: the categories that it names and how many products each other shop finds, as links; none without products. */
export function OtherShops({ shop, search }: OtherShopsProps) {
  return (
    <ul className={styles['shops']} aria-label={catalogMessages.elsewhere}>
      <NamedCategories shop={shop} search={search} />
      {SHOP_ROWS.filter(({ key }) => key !== shop.key).map((other) => (
        <OtherShop key={other.key} shop={other} search={search} />
      ))}
    </ul>
  );
}

function NamedCategories({ shop, search }: OtherShopsProps) {
  const query: EngineQuery<readonly FoundCategory[]> = useCallback(
    async (catalog) => findCategories((await catalog.overview(shop.key)).categories, search),
    [shop.key, search],
  );
  const { data, isCurrent } = useEngineQuery(shop.key, query, { when: LATER });
  if (!isCurrent || !data) return null;
  return data.map(({ mainCategory, category, total }) => {
    const name = category === null ? mainCategory : messages.categories.within(category, mainCategory);
    const state = { ...EMPTY_BROWSE_STATE, mainCategory, category };
    return <ListLink key={name} shop={shop} state={state} text={catalogMessages.hits(name, total)} />;
  });
}

function OtherShop({ shop, search }: OtherShopsProps) {
  const query: EngineQuery<number> = useCallback(
    async (catalog) => {
      const state = { ...EMPTY_BROWSE_STATE, search };
      const { total } = await catalog.browse(shop.key, state);
      // Searching the facts of a shop takes a moment, so it is done only where no title matches.
      return total > 0 ? total : ((await catalog.factMatches(shop.key, state, 1))?.total ?? 0);
    },
    [shop.key, search],
  );
  const { data: total, isCurrent } = useEngineQuery(shop.key, query, { when: LATER });
  if (!isCurrent || !total) return null;
  const text = catalogMessages.hits(messages.shops[shop.key], total);
  return <ListLink shop={shop} state={{ ...EMPTY_BROWSE_STATE, search }} text={text} />;
}

interface ListLinkProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  readonly text: string;
}

function ListLink({ shop, state, text }: ListLinkProps) {
  const address = `${shop.path}?${formatBrowseQuery(state)}`;
  return (
    <li>
      <a
        className={buttonClass('secondary')}
        href={address}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          navigate(address);
          scrollTo({ top: 0, behavior: 'instant' });
        }}
      >
        {text}
      </a>
    </li>
  );
}
