import { createHash, randomUUID } from 'node:crypto';
import { changedMembers } from '../../audit/changed-members.ts';
import type { AuditActor } from '../../audit/actor.ts';
import { findLastEditor, recordAudit } from '../../audit/audit.repository.ts';
import { ApiError } from '#contract/http/errors.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { MAX_PRODUCT_ID, TRASH_DAYS } from '#contract/limits.ts';
import type { DeletedProduct } from '#contract/products/admin-product.ts';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createOncePerKey } from '../../idempotency/once-per-key.ts';
import type { KeyedCall } from '../../idempotency/once-per-key.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { findProducts } from '../reads/catalog.repository.ts';
import type { ImageClaim, ImageClaims } from './image-claims.ts';
import type { ProductWritesService } from './product-writes.service.ts';
import { planProductWrite, toApiError, withCleanDescription } from './plan-product-write.ts';
import type { ProductWrite } from './plan-product-write.ts';
import { findNextLife, FIRST_LIFE } from './life.repository.ts';
import { lockShop } from './shop-counters.ts';
import { listTrash } from './trash.repository.ts';
import { findLastId } from './product.repository.ts';

const DAY_MS = 86_400_000;

/** The shop and the actor of a change, and the key under which the call takes effect once. */
export interface ProductCall {
  readonly shop: ShopKey;
  /** From `actorOf`. */
  readonly actor: AuditActor;
  readonly key: string | undefined;
}

export interface AddCall extends ProductCall {
  /** The id of the new product; undefined: the server chooses the next free id. */
  readonly id: number | undefined;
  readonly fields: ProductWrite['fields'];
  /** Ids of uploaded images; undefined: all that `owner` uploaded for this product id. */
  readonly imageIds: readonly string[] | undefined;
  readonly conditionImages: ImageClaim['conditionImages'] | undefined;
  /** From `hashBearer`. */
  readonly owner: string;
}

export interface EditCall extends ProductCall {
  readonly id: number;
  /** Omitted fields keep their values. */
  readonly fields: ProductWrite['fields'];
  /** The `seq` that the change is based on, if the caller sent one. */
  readonly version: number | undefined;
}

/**
 * Administrators' operations on products. A change, its images, its audit entry and its key are committed together. A
 * call that names a version, or repeats an earlier call, is answered with not-found when its product was deleted and
 * another product has the same id.
 */
export interface AdminProducts {
  findNextId(shop: ShopKey): Promise<number>;
  /**
   * @throws ApiError bad-request, id-taken, picture-missing, too-many-pictures, idempotency-conflict; not-found when the product was deleted
   * since the key's first call
   */
  add(call: AddCall): Promise<Product>;
  /** @throws ApiError bad-request, not-found, stale-version, idempotency-conflict */
  edit(call: EditCall): Promise<Product>;
  /** `version`: a `seq` of the product, if the caller sent one. @throws ApiError not-found, idempotency-conflict */
  remove(call: ProductCall & { readonly id: number; readonly version?: number | undefined }): Promise<void>;
  /** Restores a deleted product; an existing one stays unchanged. @throws ApiError not-found, idempotency-conflict */
  restore(call: ProductCall & { readonly id: number }): Promise<Product>;
  listDeleted(shop: ShopKey): Promise<DeletedProduct[]>;
}

export interface AdminProductsContext {
  readonly database: Database;
  readonly write: Write;
  readonly products: ProductWritesService;
  readonly imageClaims: ImageClaims;
  /** Time in ms. */
  readonly now: () => number;
}

export function createAdminProducts(context: AdminProductsContext): AdminProducts {
  const { database, write, products, imageClaims, now } = context;
  const oncePerKey = createOncePerKey(now);

  /** Runs a change once per key; the result that is stored for the key is the id and the life of the product that the change returns. */
  const once = async (unit: WriteUnit, call: KeyedCall, change: () => Promise<Product>): Promise<ChangedProduct> => {
    const stored: readonly number[] | number = await oncePerKey<readonly number[]>(unit, call, async () => {
      const { id, life = FIRST_LIFE } = await change();
      return [id, life];
    });
    // Results that were stored before lives were recorded are plain ids.
    const [id = 0, life] = [stored].flat();
    return { id, life };
  };

  const audit = ({ trx }: WriteUnit, actor: AuditActor, action: string, product: ProductKey, change: ProductChange) =>
    recordAudit(trx, {
      at: now(),
      actor,
      action,
      subject: subjectOf(product),
      ...changedMembers(toMembers(product.shop, change.before), toMembers(product.shop, change.after)),
    });

  return {
    findNextId: async (shop) => nextAfter(await findLastId(database.reader, shop)),

    async add({ shop, id: wantedId, fields, imageIds, conditionImages, owner, actor, key }) {
      // Invalid fields are rejected before anything else, outside of the transaction.
      const clean = withCleanDescription(fields);
      const planned = planProductWrite(getShop(shop).offer, undefined, { fields: clean });
      if (planned !== 'unchanged' && 'outcome' in planned) throw toApiError(planned);
      return write(async (unit) => {
        // A hash of `request` is stored with the key, so its members keep their names.
        const request = { add: shop, wantedId, fields, imageIds, ...(conditionImages && { conditionImages }) };
        const added = await once(unit, { key, request }, async () => {
          const counters = await lockShop(unit.trx, shop);
          const lastId = await findLastId(unit.trx, shop);
          const newId = wantedId ?? nextAfter(lastId);
          if (await findProduct(unit.trx, shop, newId)) {
            throw new ApiError('id-taken', undefined, { current: { nextId: nextAfter(lastId) } });
          }
          await products.purgeDeletedIn(unit, shop, newId);
          const life = await findNextLife(unit.trx, counters, newId);
          const images = await imageClaims.claim(unit, {
            shop,
            productId: newId,
            life,
            ...(imageIds && { imageIds }),
            ...(conditionImages && { conditionImages }),
            owner,
          });
          const product = { id: newId, life, identity: toIdentity(key), fields: clean, images };
          const [result] = await products.saveProductsIn(unit, shop, [product]);
          if (result?.outcome === 'rejected') throw toApiError(result);
          const after = await getProduct(unit.trx, shop, { id: newId });
          await audit(unit, actor, 'add-product', { shop, id: newId }, { after });
          return after;
        });
        return getProduct(unit.trx, shop, added);
      });
    },

    edit({ shop, id, fields, version, actor, key }) {
      const clean = withCleanDescription(fields);
      return write(async (unit) => {
        const edited = await once(unit, { key, request: { edit: shop, id, fields } }, async () => {
          await lockShop(unit.trx, shop);
          const before = await getSeenProduct(unit.trx, shop, id, version);
          if (version !== undefined && version !== before.seq) {
            const changed_by = await findLastEditor(unit.trx, subjectOf({ shop, id }), actor);
            throw new ApiError('stale-version', undefined, { current: { ...before, changed_by } });
          }
          const [result] = await products.saveProductsIn(unit, shop, [{ id, fields: clean }]);
          if (result?.outcome === 'rejected') throw toApiError(result);
          if (result?.outcome === 'changed') {
            const after = await getProduct(unit.trx, shop, { id });
            await audit(unit, actor, 'edit-product', { shop, id }, { before, after });
          }
          return before;
        });
        return getProduct(unit.trx, shop, edited);
      });
    },

    remove: ({ shop, id, version, actor, key }) =>
      write(async (unit) => {
        await once(unit, { key, request: { delete: shop, id } }, async () => {
          await lockShop(unit.trx, shop);
          const before = await getSeenProduct(unit.trx, shop, id, version);
          await products.deleteProductsIn(unit, shop, [id]);
          await audit(unit, actor, 'delete-product', { shop, id }, { before });
          return before;
        });
      }),

    restore: ({ shop, id, actor, key }) =>
      write(async (unit) => {
        const restored = await once(unit, { key, request: { restore: shop, id } }, async () => {
          await lockShop(unit.trx, shop);
          const existing = await findProduct(unit.trx, shop, id);
          if (existing) return existing;
          if ((await products.restoreProductsIn(unit, shop, [id])).length === 0) throw new ApiError('not-found');
          const after = await getProduct(unit.trx, shop, { id });
          await audit(unit, actor, 'restore-product', { shop, id }, { after });
          return after;
        });
        return getProduct(unit.trx, shop, restored);
      }),

    async listDeleted(shop) {
      const rows = await listTrash(database.reader, shop, now() - TRASH_DAYS * DAY_MS);
      return rows.map(({ id, title, deleted_at }) => ({ id, title, deleted_at: new Date(deleted_at).toISOString() }));
    },
  };
}

interface ProductKey {
  readonly shop: ShopKey;
  readonly id: number;
}

/** Names a product in the audit log. */
const subjectOf = ({ shop, id }: ProductKey): string => `${shop}/${id}`;

/** A product before and after a change; undefined where it does not exist. */
interface ProductChange {
  readonly before?: Product | undefined;
  readonly after?: Product | undefined;
}

/** @throws ApiError bad-request when the highest possible id is in use */
function nextAfter(lastId: number): number {
  if (lastId >= MAX_PRODUCT_ID) throw new ApiError('bad-request', SERVER_SENTENCES.highestId);
  return lastId + 1;
}

async function findProduct(db: Queryable, shop: ShopKey, id: number): Promise<Product | undefined> {
  const [product] = await findProducts(db, shop, [id]);
  return product;
}

/** A product that a call has changed; `life`: undefined if it is not known. */
interface ChangedProduct {
  readonly id: number;
  readonly life?: number | undefined;
}

async function getProduct(db: Queryable, shop: ShopKey, { id, life }: ChangedProduct): Promise<Product> {
  const product = await findProduct(db, shop, id);
  if (!product || lifeOf(product) !== (life ?? lifeOf(product))) throw new ApiError('not-found');
  return product;
}

/** Gets a product; `version`: one of its versions that the caller has seen, if it names one. @throws ApiError not-found */
async function getSeenProduct(db: Queryable, shop: ShopKey, id: number, version: number | undefined): Promise<Product> {
  const product = await getProduct(db, shop, { id });
  if (version !== undefined && lifeOf(product) > version) throw new ApiError('not-found');
  return product;
}

/** Returns the identity of a product that is added: the same whenever a call with a key is repeated, also on a restored server. */
const toIdentity = (key: string = randomUUID()): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 16);

const lifeOf = ({ life = FIRST_LIFE }: Product): number => life;

/** Selects what the audit log records of a product: its fields and its number of images. */
function toMembers(shop: ShopKey, product: Product | undefined): Readonly<Record<string, unknown>> {
  if (!product) return {};
  const names = new Set(['imagecount', ...Object.keys(PRODUCT_FIELDS[getShop(shop).offer].shape)]);
  return Object.fromEntries(Object.entries(product).filter(([name]) => names.has(name)));
}
