import * as z from 'zod/mini';

/** A shop's main categories and the subcategories of each, both alphabetical. */
export const categoriesSchema = z.object({
  mainCategories: z.array(z.string()),
  categoryMap: z.record(z.string(), z.array(z.string())),
});
export type Categories = z.infer<typeof categoriesSchema>;
