import { listEditorImages } from '#contract/products/admin-product.ts';
import { deleteUnused, orphanedBefore } from '../../database/unused-files.ts';
import type { AdminOperation, ImageRef, ProductDraft } from '../../api/admin-api.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';

/** Ids of an operation's local images, those of its description included. */
export function imagesOfOperation(operation: AdminOperation): string[] {
  if (operation.kind === 'addProduct') return [...operation.images, ...listEditorImages(operation.fields.description)];
  if (operation.kind !== 'editProduct') return [];
  return [...localIds(operation.images ?? []), ...listEditorImages(operation.fields.description)];
}

/** Ids of the local images of an operation of the outbox, those of its latest form (`wanted`) included. */
export const imagesOfRecord = ({ operation, wanted }: OperationRecord): string[] => [
  ...imagesOfOperation(operation),
  ...(wanted ? imagesOfOperation(wanted) : []),
];

/** Ids of a draft's local images, those of its description included. */
export function imagesOfDraft({ images, fields }: ProductDraft): string[] {
  return [...localIds(images), ...listEditorImages(String(fields['description'] ?? ''))];
}

/** Deletes those of the given images that no draft and no operation uses; within a transaction that includes drafts and operations. */
export const deleteUnusedImages = (database: AdminDatabase, ids: readonly string[]): Promise<void> =>
  deleteUnused(database.images, ids, async () => {
    const operations = await database.operations.toArray();
    const drafts = await database.drafts.toArray();
    return [...operations.flatMap(imagesOfRecord), ...drafts.flatMap(({ draft }) => imagesOfDraft(draft))];
  });

/**
 * Deletes old images that nothing uses, because their page was closed before the form was stored. Runs within a transaction that includes
 * drafts and operations. `nowMs`: device time.
 */
export async function deleteOrphanedImages(database: AdminDatabase, nowMs: number): Promise<void> {
  const left = database.images.where('keptAtMs').below(orphanedBefore(nowMs));
  await deleteUnusedImages(database, await left.primaryKeys());
}

const localIds = (images: readonly ImageRef[]): string[] =>
  images.flatMap((image) => (image.kind === 'kept' ? [image.id] : []));
