import { CompareTray } from '#pwa/features/product/compare/compare-tray.tsx';
import { compareUrl } from '#pwa/features/product/compare/compare-url.ts';
import type { ShopRow } from '#contract/shops.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { PageLink } from '../routing/page-link.tsx';

/** The tray of a shop's comparison, with the link to its page. */
export const ShopCompareTray = ({ shop }: { readonly shop: ShopRow }) => (
  <CompareTray
    shop={shop}
    renderLink={(ids, text) => (
      <PageLink href={compareUrl(shop.key, ids)} className={buttonClass('primary')}>
        {text}
      </PageLink>
    )}
  />
);
