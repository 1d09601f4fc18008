import { findWordStart } from '#contract/text/word-start.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import type { CategoryCount } from '#sync/api/engine-api.ts';

/** A category whose name is the searched text, or has a word that begins with it. */
export interface FoundCategory {
  readonly mainCategory: string;
  /** Null for a whole main category. */
  readonly category: string | null;
  readonly total: number;
}

/** More categories would be overlooked beside the hits. */
const MAX_CATEGORIES = 2;
/** Too many names begin with a shorter search. */
const MIN_BEGINNING = 3;

/** Finds the categories that a search names: those with exactly that name first, then larger ones. */
export function findCategories(groups: readonly CategoryCount[], search: string): FoundCategory[] {
  const key = toTitleKey(search.trim());
  if (key === '') return [];
  const found = groups.flatMap(({ mainCategory, total, categories }) => [
    { mainCategory, category: null, total, name: toTitleKey(mainCategory) },
    ...categories.map((entry) => ({ mainCategory, ...entry, name: toTitleKey(entry.category) })),
  ]);
  return found
    .filter(({ name }) => name === key || (key.length >= MIN_BEGINNING && findWordStart(name, key) >= 0))
    .sort((a, b) => Number(b.name === key) - Number(a.name === key) || b.total - a.total)
    .slice(0, MAX_CATEGORIES)
    .map(({ mainCategory, category, total }) => ({ mainCategory, category, total }));
}
