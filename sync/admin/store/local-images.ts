import { listEditorImages } from '#contract/products/admin-product.ts';
import { deleteUnused, orphanedBefore } from '../../database/unused-files.ts';
import type { AdminOperation, ImageRef, ProductDraft } from '../../api/admin-api.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';

/** Ids of an operation's local images, those of its description included. */
export function imagesOfOperation(operation: AdminOperation): string[] {
  if (operation.kind === 'addProduct')
    return [...operation.pictures, ...listEditorImages(operation.fields.description)];
  if (operation.kind !== 'editProduct') return [];
  return [...localIds(operation.pictures ?? []), ...listEditorImages(operation.fields.description)];
}

/** Ids of the local images of an operation of the outbox, and of what it was changed to. */
export const imagesOfRecord = ({ operation, wanted }: OperationRecord): string[] => [
  ...imagesOfOperation(operation),
  ...(wanted ? imagesOfOperation(wanted) : []),
];

/** Ids of a draft's local images, those of its description included. */
export function imagesOfDraft({ pictures, fields }: ProductDraft): string[] {
  return [...localIds(pictures), ...listEditorImages(String(fields['description'] ?? ''))];
}

/** Deletes those of the images that no draft and no operation uses; within a transaction that includes drafts and operations. */
export const deleteUnusedImages = (database: AdminDatabase, ids: readonly string[]): Promise<void> =>
  deleteUnused(database.pictures, ids, async () => {
    const operations = await database.operations.toArray();
    const drafts = await database.drafts.toArray();
    return [...operations.flatMap(imagesOfRecord), ...drafts.flatMap(({ draft }) => imagesOfDraft(draft))];
  });

/** Deletes images that nothing uses: their page was closed before the form was stored; within such a transaction. `nowMs`: device time. */
export async function deleteOrphanedImages(database: AdminDatabase, nowMs: number): Promise<void> {
  const left = database.pictures.where('keptAtMs').below(orphanedBefore(nowMs));
  await deleteUnusedImages(database, await left.primaryKeys());
}

const localIds = (pictures: readonly ImageRef[]): string[] =>
  pictures.flatMap((image) => (image.kind === 'kept' ? [image.id] : []));
