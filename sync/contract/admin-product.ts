import * as z from 'zod/mini';
import { MAX_IMAGE_COUNT } from './limits.ts';
import { affiliateProductSchema, openBoxProductSchema, productIdSchema } from './product.ts';
import { SHOPS } from './shops.ts';
import type { ShopKey } from './shops.ts';
import { idSchema } from './user.ts';

/** What a picture is called among those of its product: a position on an add, a time with a position on an edit. */
export const IMAGE_NAME_PATTERN = /^\d{1,16}(?:-\d{1,3})?\.webp$/;
export const imageNameSchema = z.string().check(z.regex(IMAGE_NAME_PATTERN, 'must be a picture’s name such as 1.webp'));

/** Name of a picture that an add brings; positions count from 1. */
export const addedImageName = (position: number): string => `${position}.webp`;
/** Name of a picture that an edit brings. */
export const editedImageName = (atMs: number, position: number): string => `${atMs}-${position}.webp`;

/** Where a picture of a description lies; its id is made by who uploads it, so a text can name it before that. */
const EDITOR_FOLDER = '/images/editor/';
export const editorImagePath = (id: string): string => `${EDITOR_FOLDER}${id}.webp`;
/** The id of a description's picture; undefined for any other address. */
export const findEditorImageId = (src: string): string | undefined =>
  /^\/images\/editor\/([A-Za-z0-9_-]{1,64})\.webp$/.exec(src)?.[1];
/** Ids of all pictures that an HTML description shows, each once. */
export const listEditorImages = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"\/images\/editor\/([A-Za-z0-9_-]{1,64})\.webp(?:\?[^"]*)?"/g)].map(([, id]) => id as string),
  ),
];

/** A shop in the path of an administrator's call: its key, or the word that the edit calls have for it. */
export const adminShopSchema = z.pipe(
  z.enum([...new Set(SHOPS.flatMap(({ key, editKey }) => [key, editKey]))] as [string, ...string[]]),
  z.transform(
    (word): ShopKey => (SHOPS.find(({ key, editKey }) => word === key || word === editKey) as { key: ShopKey }).key,
  ),
);

/** Ids of uploaded pictures in the order in which a product shows them. */
const imageIdsSchema = z.array(idSchema).check(z.maxLength(MAX_IMAGE_COUNT));

/**
 * The fields of a product, and what an add says beside them; which fields there are depends on the shop, and the server says of each what
 * is wrong. `imagecount` is the server's to say and ignored.
 */
export const addProductBodySchema = z.looseObject({
  /** Chosen by the server when left out; as text, too, as a form has it. */
  id: z.optional(z.union([productIdSchema, z.string()])),
  /** Left out: all pictures that the caller uploaded for this id, by their names. */
  pictures: z.optional(imageIdsSchema),
});

/** The fields of a product; those that are left out keep their values. */
export const editProductBodySchema = z.looseObject({});

/** A picture that was uploaded. */
export const uploadedImageSchema = z.object({
  id: idSchema,
  name: imageNameSchema,
  placeholder: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedImage = z.infer<typeof uploadedImageSchema>;

/** A product that was deleted and can still be brought back. */
export const deletedProductSchema = z.object({
  id: productIdSchema,
  title: z.string(),
  /** ISO 8601. */
  deleted_at: z.string(),
});
export type DeletedProduct = z.infer<typeof deletedProductSchema>;

/** What an administrator changed. */
export const auditEntrySchema = z.object({
  number: z.int(),
  /** ISO 8601. */
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What became of one row of an import, or would. */
export const importResultSchema = z.object({
  outcome: z.enum(['added', 'changed', 'unchanged', 'rejected']),
  id: z.optional(z.int()),
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/** A product as an export has it. */
export const exportedProductSchema = z.union([affiliateProductSchema, openBoxProductSchema]);
