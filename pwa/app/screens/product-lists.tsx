import type { ShopRow } from '#contract/shops.ts';
import { AddToBuild } from '#pwa/features/builds/add-to-build.tsx';
import { CompareAction } from '#pwa/features/product/compare/compare-action.tsx';
import { compareUrl } from '#pwa/features/product/compare/compare-url.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { buildUrl } from '#pwa/features/builds/build-url.ts';
import { PageLink } from '../routing/page-link.tsx';
import styles from './product-lists.module.css';

/** The lists that an open product can be put into: the comparison and, in the shop of parts, builds. */
export const ProductLists = ({ shop, card }: { readonly shop: ShopRow; readonly card: WireCard }) => (
  <div className={styles['lists']}>
    <CompareAction
      shop={shop.key}
      id={card.id}
      renderLink={(ids, text) => (
        <PageLink href={compareUrl(shop.key, ids)} className={buttonClass('quiet')}>
          {text}
        </PageLink>
      )}
    />
    {shop.sidebar.includes('builds') && (
      <AddToBuild
        part={{ shop: shop.key, id: card.id, slot: card.category, title: card.title }}
        renderLink={(id, text) => (
          <PageLink href={buildUrl(id)} className={buttonClass('quiet')}>
            {text}
          </PageLink>
        )}
      />
    )}
  </div>
);
