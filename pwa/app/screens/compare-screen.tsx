import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { getShop } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { compareUrl, readCompareQuery } from '#pwa/features/product/compare/compare-url.ts';
import type { ComparedProducts } from '#pwa/features/product/compare/compare-url.ts';
import { CompareTable } from '#pwa/features/product/compare/compare-table.tsx';
import { CompareHead } from '#pwa/features/product/compare/compare-head.tsx';
import { CompareNotes } from '#pwa/features/product/compare/compare-notes.tsx';
import {
  isFull,
  removeCompared,
  storeComparison,
  useStoredComparison,
} from '#pwa/features/product/compare/stored-comparison.ts';
import { useComparedProducts } from '#pwa/features/product/compare/use-compared-products.ts';
import { ShareButton } from '#pwa/features/product/share-button.tsx';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import boxStyles from '#pwa/ui/box.module.css';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { DisclosureBanner } from '../frame/disclosure-banner.tsx';
import { goToProduct } from '../routing/go-to-product.ts';
import { goToShop } from '../routing/router.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import messageStyles from './message-screen.module.css';
import { ShopLinks } from './shop-links.tsx';
import styles from './compare-screen.module.css';

/** The comparison that the URL names: one's own or a shared one. */
export function CompareScreen() {
  const query = readCompareQuery(useSearch());
  useDocumentTitle(messages.title(compareMessages.title));
  if (query.shop === undefined)
    return (
      <Message title={compareMessages.badLink} hint={compareMessages.badLinkHint}>
        <ShopLinks />
      </Message>
    );
  return <Comparison key={query.shop} shop={getShop(query.shop)} query={query} />;
}

function Comparison({ shop, query }: { readonly shop: ShopRow; readonly query: ComparedProducts }) {
  const sync = useSync();
  useEffect(() => sync.openShop(shop.key), [sync, shop.key]);
  const { ids } = query;
  const stored = useStoredComparison(shop.key);
  const products = useComparedProducts(shop, ids);
  const isOwn = String(stored.toSorted()) === String(ids.toSorted());
  const show = (next: readonly number[]): void => navigate(compareUrl(shop.key, next), { replace: true });
  const remove = (id: number): void => {
    if (isOwn) removeCompared(shop.key, id);
    show(ids.filter((other) => other !== id));
  };
  const back = (
    <ShopLink shop={shop} className={buttonClass('secondary')} onFollow={goToShop}>
      {isOwn && !isFull(ids) ? compareMessages.add : compareMessages.back(messages.shops[shop.key])}
    </ShopLink>
  );
  if (ids.length === 0)
    return (
      <Message title={compareMessages.empty} hint={compareMessages.emptyHint}>
        {back}
      </Message>
    );
  return (
    <div className={styles['page']}>
      {shop.hasDisclosure && <DisclosureBanner />}
      <div className={styles['top']}>
        <h1>{compareMessages.of(messages.shops[shop.key])}</h1>
        <div className={styles['share']}>
          <ShareButton title={compareMessages.title} address={compareUrl(shop.key, ids)} />
        </div>
        <div className={styles['links']}>{back}</div>
        <CompareNotes
          query={query}
          stored={isOwn ? undefined : stored}
          onKeep={() => storeComparison(shop.key, ids)}
          onShowOwn={() => show(stored)}
        />
      </div>
      {products ? (
        <CompareTable
          shop={shop}
          products={products}
          renderHead={(product) => (
            <CompareHead
              shop={shop}
              product={product}
              onOpen={() => goToProduct(shop, product.id)}
              onRemove={() => remove(product.id)}
            />
          )}
        />
      ) : (
        <p className={boxStyles['box']} role="status">
          {messages.states.loading}
        </p>
      )}
    </div>
  );
}

interface MessageProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

const Message = ({ title, hint, children }: MessageProps) => (
  <div className={messageStyles['message']}>
    <h1>{title}</h1>
    <p>{hint}</p>
    {children}
  </div>
);
