import type { WireCard } from '#contract/http/catalog.ts';
import type { CardFields, ListPages, PackedPages } from './first-pages.ts';

/** Packs the first pages of a list for a record. */
export function packPages({ cards, places }: ListPages): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ cards: toFields(cards), places } satisfies PackedPages));
}

function toFields(cards: readonly WireCard[]): CardFields {
  const same: Record<string, unknown> = {};
  const each: Record<string, readonly unknown[]> = {};
  for (const name of Object.keys(cards[0] ?? {})) {
    const values = cards.map((card): unknown => card[name as keyof WireCard]);
    if (values.every((value) => value === values[0])) same[name] = values[0];
    else each[name] = values;
  }
  return { same, each };
}
