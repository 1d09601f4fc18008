import * as z from 'zod/mini';
import { MAX_IMAGE_COUNT } from '../limits.ts';
import { affiliateProductSchema, openBoxProductSchema, productIdSchema } from './product.ts';
import { markedImagesSchema } from './condition-images.ts';
import { SHOPS } from '../shops.ts';
import type { ShopKey } from '../shops.ts';
import { idSchema } from '../account/user.ts';
import { productIdParamSchema } from '../text/parameters.ts';

/** File name of a product's image: its position if it was uploaded on an add, a time and its position if on an edit. */
export const IMAGE_NAME_PATTERN = /^\d{1,16}(?:-\d{1,3})?\.webp$/;
export const imageNameSchema = z.string().check(z.regex(IMAGE_NAME_PATTERN, 'must be a picture’s name such as 1.webp'));

/** Returns the file name of an image uploaded on an add; positions start at 1. */
export const addedImageName = (position: number): string => `${position}.webp`;
/** Returns the file name of an image uploaded on an edit. */
export const editedImageName = (atMs: number, position: number): string => `${atMs}-${position}.webp`;

/** Path of description images; the uploader chooses the id, so that a text can refer to an image before its upload. */
const EDITOR_FOLDER = '/images/editor/';
export const editorImagePath = (id: string): string => `${EDITOR_FOLDER}${id}.webp`;
/** Returns the id of a description's image; undefined for any other URL. */
export const findEditorImageId = (src: string): string | undefined =>
  /^\/images\/editor\/([A-Za-z0-9_-]{1,64})\.webp$/.exec(src)?.[1];
/** Returns the distinct ids of the images in an HTML description. */
export const listEditorImages = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"\/images\/editor\/([A-Za-z0-9_-]{1,64})\.webp(?:\?[^"]*)?"/g)].map(([, id]) => id as string),
  ),
];

/** A shop in the path of an administrator's call: its key or its `editKey`. */
export const adminShopSchema = z.pipe(
  z.enum([...new Set(SHOPS.flatMap(({ key, editKey }) => [key, editKey]))] as [string, ...string[]]),
  z.transform(
    (word): ShopKey => (SHOPS.find(({ key, editKey }) => word === key || word === editKey) as { key: ShopKey }).key,
  ),
);

/** A product in the path of an administrator's call. */
export const adminProductParamsSchema = z.object({ shop: adminShopSchema, id: productIdParamSchema });

/** Ids of uploaded images, in the order in which the product shows them. */
const imageIdsSchema = z.array(idSchema).check(z.maxLength(MAX_IMAGE_COUNT));

/**
 * The fields of a new product, and members that only an add has. The server reports problems by field. It sets `imagecount` itself and
 * ignores one in the call.
 */
export const addProductBodySchema = z.looseObject({
  /** Chosen by the server when left out; forms send it as text. */
  id: z.optional(z.union([productIdSchema, z.string()])),
  /** When left out: all images that the caller uploaded for this id, by name. */
  pictures: z.optional(imageIdsSchema),
  /** Ids of the images that show a condition, in a shop of open-box offers. */
  condition_images: z.optional(markedImagesSchema(idSchema)),
});

/** The changed fields of a product; the others keep their values. */
export const editProductBodySchema = z.looseObject({});

export const uploadedImageSchema = z.object({
  id: idSchema,
  name: imageNameSchema,
  placeholder: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedImage = z.infer<typeof uploadedImageSchema>;

/** A deleted product that can still be restored. */
export const deletedProductSchema = z.object({
  id: productIdSchema,
  title: z.string(),
  /** ISO 8601. */
  deleted_at: z.string(),
});
export type DeletedProduct = z.infer<typeof deletedProductSchema>;

/** A row of an import: cells by column, as a file holds them; null for an empty cell. */
export const importRowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ImportRow = z.infer<typeof importRowSchema>;

/** A problem of a cell, or a note on how the cell was read; `reason` is shown after the field's name. */
const cellRemarkSchema = z.object({ field: z.optional(z.string()), value: z.optional(z.string()), reason: z.string() });
export type CellRemark = z.infer<typeof cellRemarkSchema>;

/** A field that a row changes: its text before and after. */
const fieldChangeSchema = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** The result of one row of an import or dry run. */
export const importResultSchema = z.object({
  outcome: z.enum(['added', 'changed', 'unchanged', 'rejected']),
  id: z.optional(z.int()),
  /** The first problem of a rejected row. */
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** All problems of a rejected row, where there are several. */
  problems: z.optional(z.array(cellRemarkSchema)),
  /** For a row that is not rejected: cells that were read as something else, or left out. */
  notes: z.optional(z.array(cellRemarkSchema)),
  /** For a row rejected as a repetition: number, from 1, of the earlier row of this call that has the same key. */
  repeats: z.optional(z.int()),
  /** Current title of the product that the row changes; for a rejected row, of the product that has the row's id under another title. */
  title: z.optional(z.string()),
  /** The fields that the row changes; for a long text, only the part around the first difference. */
  changes: z.optional(z.array(fieldChangeSchema)),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/** A product in an export. */
export const exportedProductSchema = z.union([affiliateProductSchema, openBoxProductSchema]);
