import { listEditorImages } from '#contract/admin-product.ts';
import type { AdminOperation, ImageRef, ProductDraft } from '../admin-api.ts';
import type { AdminDatabase } from './admin-database.ts';

/** A draft names its pictures within a second; those of a page that still has them in hand are younger than this. */
const ORPHANED_AFTER_MS = 86_400_000;

/** Ids of the pictures that an operation brings, those of its description included. */
export function imagesOfOperation(operation: AdminOperation): string[] {
  if (operation.kind === 'addProduct')
    return [...operation.pictures, ...listEditorImages(operation.fields.description)];
  if (operation.kind !== 'editProduct') return [];
  return [...keptIds(operation.pictures ?? []), ...listEditorImages(operation.fields.description)];
}

/** Ids of the pictures that a draft holds, those of its description included. */
export function imagesOfDraft({ pictures, fields }: ProductDraft): string[] {
  return [...keptIds(pictures), ...listEditorImages(String(fields['description'] ?? ''))];
}

/** Lets go of those pictures that neither a draft nor an operation has. To be called where drafts and operations can be read. */
export async function deleteUnusedImages(database: AdminDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const operations = await database.operations.toArray();
  const drafts = await database.drafts.toArray();
  const used = new Set([
    ...operations.flatMap(({ operation }) => imagesOfOperation(operation)),
    ...drafts.flatMap(({ draft }) => imagesOfDraft(draft)),
  ]);
  await database.pictures.bulkDelete(ids.filter((id) => !used.has(id)));
}

/** Lets go of pictures that belong to nothing: whoever chose them left before the form was kept. `nowMs`: device time. */
export const deleteOrphanedImages = (database: AdminDatabase, nowMs: number): PromiseLike<void> =>
  database.transaction('rw', [database.pictures, database.drafts, database.operations], async () => {
    const left = database.pictures.where('keptAtMs').below(nowMs - ORPHANED_AFTER_MS);
    await deleteUnusedImages(database, await left.primaryKeys());
  });

const keptIds = (pictures: readonly ImageRef[]): string[] =>
  pictures.flatMap((picture) => (picture.kind === 'kept' ? [picture.id] : []));
