import type { Categories } from '#contract/http/products.ts';
import { sortByName } from '#contract/text/sort-by-name.ts';

/** Groups pairs of main category and category; repeated pairs count once. */
export function groupCategories(pairs: Iterable<readonly [mainCategory: string, category: string]>): Categories {
  const subcategories = new Map<string, Set<string>>();
  for (const [main, category] of pairs) {
    const known = subcategories.get(main) ?? new Set();
    subcategories.set(main, known.add(category));
  }
  const mainCategories = sortByName([...subcategories.keys()], (name) => name);
  return {
    mainCategories,
    categoryMap: Object.fromEntries(
      mainCategories.map((main) => [main, sortByName([...(subcategories.get(main) ?? [])], (name) => name)]),
    ),
  };
}
