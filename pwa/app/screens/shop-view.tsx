import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import { ListHeading } from '#pwa/features/catalog/list/list-heading.tsx';
import { listSubtitle, listTitle } from '#pwa/features/catalog/browse/list-title.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { ShopRow } from '#contract/shops.ts';
import styles from './shop-view.module.css';

/** Cards of a shop's first row or strip that every device shows without scrolling. */
export const FIRST_ROW_CARDS = 3;

interface StartViewProps {
  readonly shop: ShopRow;
  /** The most viewed products, in shops with a top strip. */
  readonly strip: ReactNode;
  readonly rows: ReactNode;
}

/** A shop's rows below its name and the strip. */
export const StartView = ({ shop, strip, rows }: StartViewProps) => (
  <>
    <h1>
      <VisuallyHidden>{messages.shops[shop.key]}</VisuallyHidden>
    </h1>
    {strip}
    {rows}
  </>
);

interface ListViewProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  readonly total: number | undefined;
  /** The filters, which load later; their line has its height from the start. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A category, a search, a filtered list or the sorted shop under its heading. */
export const ListView = ({ shop, state, total, tools, children }: ListViewProps) => (
  <>
    {/* Shows no total of 0 for a search: below it there may be close products, and those whose descriptions match. */}
    <ListHeading
      title={listTitle(shop.key, state)}
      total={total || state.search === '' ? total : undefined}
      subtitle={listSubtitle(shop.key, state)}
    />
    <div className={styles['tools']}>{tools}</div>
    {children}
  </>
);
