import * as z from 'zod/mini';
import { editedImageName } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import { editProduct } from '#contract/http/admin-products.ts';
import { listImages, orderImages } from '#contract/http/images.ts';
import { getProduct } from '#contract/http/products.ts';
import { productSchema } from '#contract/products/product.ts';
import type { AdminOperation, EditBase, EditConflict, ImageRef, MarkedImages } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import type { Decision } from './apply-decision.ts';
import { changedFields, mergeEdit, rebaseEdit } from './merge-edit.ts';
import { isOfOtherEpoch, toEditBase, versionOf } from '../store/operations-table.ts';
import type { RecentEdits } from './recent-edits.ts';
import { uploadDescriptionImages, uploadProductImages } from './upload-local-images.ts';
import type { UploadTools } from './upload-local-images.ts';

/** Changes by the operations behind a repeated one. The repetition must not undo them: a restored server may already have them. */
export interface LaterChanges {
  /** Names of the product's changed fields. */
  readonly fields: ReadonlySet<string>;
  readonly kinds: ReadonlySet<OperationRecord['operation']['kind']>;
  readonly hasImageOrder: boolean;
}

/** For an operation that is sent for the first time: the operations behind it were never sent. */
export const NO_LATER_CHANGES: LaterChanges = { fields: new Set(), kinds: new Set(), hasImageOrder: false };

export function toLaterChanges(behind: readonly OperationRecord[]): LaterChanges {
  const edits = behind.flatMap(({ operation }) => (operation.kind === 'editProduct' ? [operation] : []));
  return {
    fields: new Set(edits.flatMap(({ base, fields }) => Object.keys(changedFields(base.fields, fields)))),
    kinds: new Set(behind.map(({ operation }) => operation.kind)),
    hasImageOrder: edits.some(({ images }) => images?.some(({ kind }) => kind === 'stored')),
  };
}

export interface EditTools extends UploadTools {
  readonly recentEdits: RecentEdits;
  readonly later: LaterChanges;
  /** For an operation of another epoch: the titles under which this device knows the product. */
  readonly ownTitles: ReadonlySet<string>;
}

type Edit = Extract<AdminOperation, { kind: 'editProduct' }>;

/** Changes a product: its fields first, then its new images, then their order. @throws as `sendOperation` */
export async function sendEdit(record: OperationRecord, operation: Edit, tools: EditTools): Promise<Decision> {
  const { shop, id, fields, images: wantedImages } = operation;
  const target = { shop, id, isNew: false };
  const described = await uploadDescriptionImages(record, target, fields.description, tools);
  const saving = await saveFields(described, operation, tools);
  if ('outcome' in saving) return saving;
  if (!wantedImages) return { outcome: 'applied', record: saving, product: saving.progress.saved, order: null };
  const wanted = wantedImages.flatMap((image, place) =>
    image.kind === 'kept' ? [{ id: image.id, name: editedImageName(record.createdAtMs, place + 1) }] : [],
  );
  const { signal } = tools;
  const { saved, earlier } = saving.progress;
  // This call fails if the product is gone; uploads would silently wait for another product.
  const there =
    saved && !earlier ? undefined : await tools.session.call(listImages, { params: { shop, id } }, { signal });
  const current = earlier && there ? withEarlier(saving, earlier, there.images) : saving;
  // Version 0: the addition was pending, so that no version of the product was known.
  const seen = (saved?.seq ?? operation.base.version) || undefined;
  const uploaded = await uploadProductImages(current, { ...target, seen }, wanted, tools);
  // An edit without stored images was made offline, without their names: its images are appended. A later operation's order stays.
  if (!wantedImages.some(({ kind }) => kind === 'stored') || tools.later.hasImageOrder)
    return { outcome: 'applied', record: uploaded, product: uploaded.progress.saved, order: null };
  const named = toStored(wantedImages, uploaded);
  const body = {
    images: named.map(({ name }) => name),
    ...(operation.hasMarks && { condition_images: listMarks(named) }),
  };
  // A delayed call must not undo someone else's later order of the images.
  const options = { signal, idempotencyKey: record.id };
  await tools.session.call(orderImages, { params: { shop, id }, query: { seen }, body }, options);
  return { outcome: 'applied', record: uploaded, product: uploaded.progress.saved, order: null };
}

/** Returns the edit; images that were uploaded in another epoch count as uploaded if the product has them in this one. */
function withEarlier(
  record: OperationRecord,
  earlier: Readonly<Record<string, string>>,
  there: readonly string[],
): OperationRecord {
  const found = Object.fromEntries(Object.entries(earlier).filter(([, name]) => there.includes(name)));
  return { ...record, progress: { ...record.progress, uploaded: { ...found, ...record.progress.uploaded } } };
}

/** Sends the edit's changes, merged with others'; returns the operation once they are saved, or the conflict. */
async function saveFields(
  record: OperationRecord,
  operation: Edit,
  tools: EditTools,
  version = versionOf(record, operation.base.version),
): Promise<OperationRecord | Extract<Decision, { outcome: 'conflict' }>> {
  const { shop, id, base, fields } = operation;
  const changes = changedFields(base.fields, fields);
  if (record.progress.saved) return record;
  const { session, store, signal } = tools;
  if (Object.keys(changes).length === 0) {
    if (isOfOtherEpoch(record) && base.identity !== undefined)
      isSameProduct(
        base.identity,
        (await session.call(getProduct, { params: { id }, query: { shop } }, { signal })).identity,
      );
    return record;
  }
  try {
    const saved = await session.call(
      editProduct,
      { params: { shop, id }, body: changes },
      { signal, idempotencyKey: record.id, headers: { 'if-match': `"${version}"` } },
    );
    // A restored server may have another product under this id: the identity of the saved one shows which product the edit means.
    const { identity } = toEditBase(saved);
    return await store.change(record, {
      operation: { ...operation, base: { ...base, identity } },
      progress: { saved },
    });
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'stale-version';
    const current = isStale ? productSchema.safeParse(error.current).data : undefined;
    if (!current) throw error;
    const theirs = toEditBase(current);
    const isKnown = isOfOtherEpoch(record) && isSameProduct(base.identity, theirs.identity);
    const own = isOfOtherEpoch(record) ? undefined : tools.recentEdits.find(shop, id, theirs.version);
    const start = own ? rebaseEdit({ base, fields }, own, theirs) : { base, fields };
    const merged = mergeEdit(start.base.fields, start.fields, theirs.fields, tools.later.fields);
    const conflicts = [
      ...(isOfOtherEpoch(record) && !isKnown ? findOtherTitle(start, theirs, tools.ownTitles) : []),
      ...merged.conflicts,
    ];
    if (conflicts.length > 0) {
      const conflict = { base: theirs, fields: conflicts, by: readEditor(error) };
      return { outcome: 'conflict', record, operation: { ...operation, fields: merged.fields }, conflict };
    }
    const again = { ...operation, base: theirs, fields: merged.fields };
    return saveFields(await store.change(record, { operation: again }), again, tools, theirs.version);
  }
}

const editorSchema = z.object({ changed_by: z.optional(z.string()) });

/** Reads from a rejection who has changed the product; a server of an earlier version does not say. */
const readEditor = (error: unknown): string | undefined =>
  editorSchema.safeParse((error as ApiError).current).data?.changed_by;

/** Whether the product under an id in another epoch is surely the one that an operation means. @throws ApiError not-found when it surely is not */
export function isSameProduct(identity: string | undefined, theirs: string | undefined): boolean {
  // Products that no administrator has added, and those of a server of an earlier version, have no identity.
  if (identity === undefined || theirs === undefined) return false;
  if (identity !== theirs) throw new ApiError('not-found');
  return true;
}

/** In another epoch a title that this device has not given may be another product's: a person decides, unless the edit changes the title. */
function findOtherTitle(
  { base, fields }: Pick<Edit, 'base' | 'fields'>,
  theirs: EditBase,
  ownTitles: ReadonlySet<string>,
): EditConflict['fields'] {
  const [was = '', mine = '', is = ''] = [base, { fields }, theirs].map((state) => state.fields.title);
  return was === mine && was !== is && !ownTitles.has(is) ? [{ field: 'title', base: was, mine, theirs: is }] : [];
}

type StoredRef = Extract<ImageRef, { kind: 'stored' }>;

/** Returns the images by their names on the server, without those that the server does not have. */
const toStored = (images: readonly ImageRef[], { progress }: OperationRecord): readonly StoredRef[] =>
  images.flatMap((image) => {
    if (image.kind === 'stored') return [image];
    const name = progress.uploaded[image.id];
    return name === undefined ? [] : [{ ...image, kind: 'stored' as const, name }];
  });

const listMarks = (images: readonly StoredRef[]): MarkedImages =>
  Object.fromEntries(images.flatMap(({ shows, name }) => (shows ? [[shows, name]] : [])));
