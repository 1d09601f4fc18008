import { toTitleKey } from '../text/title-key.ts';

/** How well a product matches a search, 1 best, as the contract orders searches without a sort: implemented a second time, by a pattern. */
export function plainMatchRank({ title, category }: { title: string; category: string }, search: string): number {
  const key = toTitleKey(search);
  const atWordStart = new RegExp(
    String.raw`(?:^|[ \-/(\[{,.:;+"'&|_])${key.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`,
    'u',
  );
  if (toTitleKey(title) === key) return 1;
  if (atWordStart.test(toTitleKey(title))) return 2;
  return atWordStart.test(toTitleKey(category)) ? 3 : 4;
}
