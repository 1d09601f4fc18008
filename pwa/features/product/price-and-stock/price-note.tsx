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

/** Says that the shown price is the lowest that this device has seen, or when it was lower. Shows nothing if it never changed. */
export function PriceNote({ shop, card: { id, life }, offers, shown }: PriceNoteProps) {
  const seen = useSyncExternalStore(seenPrices.subscribe, () => seenPrices.find(shop, id, life));
  const prices = JSON.stringify(offers);
  useEffect(() => {
    // The stored prices are read and written as a whole, so this waits until after the window's first frame.
    afterPaint(() => seenPrices.see({ shop, id, life }, JSON.parse(prices), Date.now()));
  }, [shop, id, life, prices]);
  const price = shown === undefined ? 0 : (offers[shown] ?? 0);
  const text = shown === undefined ? undefined : describeSeen(price as Cents, seen?.[shown]);
  return text === undefined ? null : <p className={styles['soft']}>{text}</p>;
}
