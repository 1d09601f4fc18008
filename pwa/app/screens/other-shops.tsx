import { useCallback } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { formatBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import styles from './other-shops.module.css';

/** The catalogues of other shops are read from the device, so the count waits for a pause in typing. */
const DELAY_MS = 700;

interface OtherShopsProps {
  readonly shop: ShopRow;
  readonly search: string;
}

/** Below a search: how many products of each other shop it finds, as links. Shops without any are left out. */
export function OtherShops({ shop, search }: OtherShopsProps) {
  return (
    <ul className={styles['shops']} aria-label={catalogMessages.otherShops}>
      {SHOP_ROWS.filter(({ key }) => key !== shop.key).map((other) => (
        <OtherShop key={other.key} shop={other} search={search} />
      ))}
    </ul>
  );
}

function OtherShop({ shop, search }: OtherShopsProps) {
  const query: EngineQuery<number> = useCallback(
    async (catalog) => {
      const state = { ...EMPTY_BROWSE_STATE, search };
      const { total } = await catalog.browse(shop.key, state);
      // Reading the facts of a shop takes a moment: only where its titles say nothing.
      return total > 0 ? total : ((await catalog.factMatches(shop.key, state, 1))?.total ?? 0);
    },
    [shop.key, search],
  );
  const { data: total, isCurrent } = useEngineQuery(shop.key, query, { delayMs: DELAY_MS });
  if (!isCurrent || !total) return null;
  const address = `${shop.path}?${formatBrowseQuery({ ...EMPTY_BROWSE_STATE, search })}`;
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
        {catalogMessages.inOtherShop(messages.shops[shop.key], total)}
      </a>
    </li>
  );
}
