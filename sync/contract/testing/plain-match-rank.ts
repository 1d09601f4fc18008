import { toTitleKey } from '../text/title-key.ts';

/** Returns how well a product matches a search, from 1 (best) to 4: a second, simple implementation to check the order of searches. */
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
