import type { ShopRow } from '#contract/shops.ts';
import { AddToBuild } from '#pwa/features/builds/add-to-build.tsx';
import { CompareAction } from '#pwa/features/product/compare/compare-action.tsx';
import { compareUrl } from '#pwa/features/product/compare/compare-url.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { buildUrl } from '#pwa/features/builds/build-url.ts';
import { LazyUserCart } from '../cart/lazy-user-cart.tsx';
import { PageLink } from '../routing/page-link.tsx';
import styles from './product-lists.module.css';

interface ProductListsProps {
  readonly shop: ShopRow;
  readonly card: WireCard;
  /** Whether the product may be in the user's cart: what is there has been chosen, and is not offered to be compared. */
  readonly hasCart: boolean;
}

/** The lists that an open product can be put into: the comparison and, in the shop of parts, builds. */
export const ProductLists = ({ shop, card, hasCart }: ProductListsProps) => (
  <div className={styles['lists']}>
    {hasCart ? (
      <LazyUserCart>
        {({ UnlessInCart }) => (
          <UnlessInCart card={card}>
            <Comparison shop={shop} card={card} />
          </UnlessInCart>
        )}
      </LazyUserCart>
    ) : (
      <Comparison shop={shop} card={card} />
    )}
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

const Comparison = ({ shop, card }: Pick<ProductListsProps, 'shop' | 'card'>) => (
  <CompareAction
    shop={shop.key}
    id={card.id}
    renderLink={(ids, text) => (
      <PageLink href={compareUrl(shop.key, ids)} className={buttonClass('quiet')}>
        {text}
      </PageLink>
    )}
  />
);
