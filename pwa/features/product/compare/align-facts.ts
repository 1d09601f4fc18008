import { comparableText, factName } from '#contract/text/read-facts.ts';
import type { Fact } from '#contract/text/read-facts.ts';

/** One key with the values of all products. */
export interface AlignedFact {
  readonly key: string;
  /** By product; undefined where its description lacks the key. */
  readonly values: readonly (string | undefined)[];
  readonly differs: boolean;
}

/**
 * Aligns the facts of products by their keys: first the keys that most products have, in the order of the descriptions.
 * @param lists the facts of each product; undefined while its description is not known, which makes no row differ
 */
export function alignFacts(lists: readonly (readonly Fact[] | undefined)[]): AlignedFact[] {
  const rows = new Map<string, { readonly key: string; readonly values: (string | undefined)[]; count: number }>();
  for (const [column, facts] of lists.entries()) {
    for (const { key, value } of facts ?? []) {
      const row = rows.get(factName(key)) ?? { key, values: lists.map(() => undefined), count: 0 };
      rows.set(factName(key), row);
      row.values[column] = value;
      row.count += 1;
    }
  }
  return [...rows.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ key, values }) => ({ key, values, differs: differ(values.filter((_value, column) => lists[column])) }));
}

/** Whether texts differ in more than case and spaces; a missing one differs from any other. */
export const differ = (texts: readonly (string | undefined)[]): boolean =>
  new Set(texts.map((text) => (text === undefined ? undefined : comparableText(text)))).size > 1;
