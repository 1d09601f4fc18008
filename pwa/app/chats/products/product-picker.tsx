import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { LIVE_SEARCH_DELAY_MS, MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { writeProductLink } from '#contract/screens/product-link.ts';
import { storedRecentlyViewed } from '#pwa/features/catalog/list/stored-recently-viewed.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { afterDelay } from '#pwa/platform/engine/after-delay.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import type { EngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { TOUCH } from '#pwa/platform/browser/client-hints.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import styles from './product-picker.module.css';
import { ProductSummary } from './product-summary.tsx';
import { readRecent, searchShops } from './search-shops.ts';
import type { ShopHits, ShopsSearch } from './search-shops.ts';

interface ProductPickerProps {
  /** Gets the link to the product. */
  readonly onPick: (href: string) => void;
  readonly onClose: () => void;
}

const { picker } = chatProductMessages;
const AFTER_TYPING = afterDelay(LIVE_SEARCH_DELAY_MS);

/** A search in all shops for a product to attach to a message. The arrow keys move between the field and the products. */
export function ProductPicker({ onPick, onClose }: ProductPickerProps) {
  const [typed, setTyped] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const search = typed.normalize('NFC').trim().slice(0, MAX_SEARCH_LENGTH);
  const query: EngineQuery<ShopsSearch> = useCallback(
    (catalog) => (search === '' ? readRecent(catalog, storedRecentlyViewed.list) : searchShops(catalog, search)),
    [search],
  );
  // While the next search runs, the products of the last one stay.
  const { data, isCurrent, hasFailed } = useEngineQuery(CART_SHOP.key, query, {
    when: search === '' ? undefined : AFTER_TYPING,
  });

  useEffect(() => {
    // On a phone the keyboard would cover the products viewed last.
    if (!matchMedia(TOUCH).matches) panel.current?.querySelector('input')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    stops.at(Math.max(0, stops.indexOf(document.activeElement as HTMLElement) + step) % stops.length)?.focus();
  };
  return (
    <Modal kind="panel" label={picker.title} onClose={onClose}>
      <DrawerHead title={picker.title} closeLabel={picker.close} onClose={onClose} />
      {/* The keys move the focus between controls, each of which has a role of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={panel} className={styles['picker']} onKeyDown={onKeyDown}>
        <div className={styles['search']}>
          <TextField label={picker.search} type="search" dir="auto" value={typed} onText={setTyped} />
        </div>
        <div role="status" className={styles['note']}>
          {describeResult(data, { search, isCurrent, hasFailed })}
        </div>
        {data?.hits.map((hits) => (
          <ShopResults
            key={hits.shop.key}
            hits={hits}
            search={search}
            onPick={(card) => onPick(writeProductLink(location.origin, { shop: hits.shop, ...card }))}
          />
        ))}
        {data?.isUnsure && <p className={styles['note']}>{picker.unsure}</p>}
      </div>
    </Modal>
  );
}

interface ShopResultsProps {
  readonly hits: ShopHits;
  readonly search: string;
  readonly onPick: (card: WireCard) => void;
}

const ShopResults = ({ hits: { shop, cards, total }, search, onPick }: ShopResultsProps) => (
  <section className={styles['shop']} aria-label={messages.shops[shop.key]}>
    <h3>{messages.shops[shop.key]}</h3>
    <ul>
      {cards.map((card) => (
        <li key={card.id}>
          <button type="button" className={styles['product']} onClick={() => onPick(card)}>
            <ProductSummary shop={shop} card={card} isOfListedShop search={search} />
          </button>
        </li>
      ))}
    </ul>
    {total > cards.length && <p className={styles['note']}>{picker.more(cards.length, total)}</p>}
  </section>
);

interface SearchState {
  readonly search: string;
  readonly isCurrent: boolean;
  readonly hasFailed: boolean;
}

/** Returns the line above the products. */
function describeResult(data: ShopsSearch | undefined, { search, isCurrent, hasFailed }: SearchState): string {
  if (hasFailed) return picker.failed;
  if (!data || !isCurrent) return picker.searching;
  if (search === '') return data.hits.length > 0 ? picker.recent : picker.hint;
  if (data.hits.length === 0) return picker.none;
  return data.kind === 'close'
    ? picker.closeMatches
    : picker.found(data.hits.reduce((sum, { total }) => sum + total, 0));
}
