import { useEffect, useSyncExternalStore } from 'react';
import type { Card } from '#contract/blocks/card.ts';
import type { Cents } from '#contract/money/money.ts';
import type { ShopKey } from '#contract/shops.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { seenPrices } from './seen-prices.ts';
import { describeSeen } from './describe-seen.ts';
import styles from './product-detail.module.css';

interface PriceNoteProps {
  readonly shop: ShopKey;
  readonly card: Pick<Card, 'id' | 'life'>;
  /** The prices of the product, by offer. */
  readonly offers: Readonly<Record<string, Cents>>;
  /** The offer whose price is shown. */
  readonly shown: string | undefined;
}

/** What this device has seen of a price: that it is the lowest so far, or was lower. Says nothing of a price that has not changed. */
export function PriceNote({ shop, card: { id, life }, offers, shown }: PriceNoteProps) {
  const seen = useSyncExternalStore(seenPrices.subscribe, () => seenPrices.find(shop, id, life));
  const prices = JSON.stringify(offers);
  useEffect(() => {
    // What is stored is read and written as a whole: the window's first frame does not wait for that.
    afterPaint(() => seenPrices.see({ shop, id, life }, JSON.parse(prices), Date.now()));
  }, [shop, id, life, prices]);
  const price = shown === undefined ? 0 : (offers[shown] ?? 0);
  const text = shown === undefined ? undefined : describeSeen(price as Cents, seen?.[shown]);
  return text === undefined ? null : <p className={styles['soft']}>{text}</p>;
}
