import type { Cents } from '#contract/money/money.ts';
import { messages } from './en/first-screen.ts';

/** `$1,299`, `$19.90`: whole dollars stand without decimals. Other languages write them their own way: `19,90 $`. */
export const formatPrice = (cents: Cents): string => messages.product.price(cents);
