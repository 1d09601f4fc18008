import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';

/** What a product's own row says of its images. */
export interface ImageSummary {
  readonly imagecount: number;
  /** Of the first image; empty without one. */
  readonly placeholder: string;
  /** As `ProductTable.condition_images`. */
  readonly condition_images: string;
}

export interface ImageClaim {
  readonly shop: ShopKey;
  readonly productId: number;
  readonly life: number;
  /** Ids of uploaded images in the product's order; omitted: all that the caller uploaded for this product id, sorted by name. */
  readonly imageIds?: readonly string[];
  /** Ids of the images that show a condition. */
  readonly conditionImages?: Partial<Readonly<Record<ConditionKey, string>>>;
  /** The uploader: a hash of the administrator's token. */
  readonly owner: string;
}

/** Assigns images to products and releases them, within the transaction that adds, changes or deletes the product. */
export interface ImageClaims {
  /**
   * Assigns uploaded images to a product that is being added.
   * @throws ApiError picture-missing when a named image does not exist, or belongs to another product; too-many-pictures
   */
  claim(unit: WriteUnit, claim: ImageClaim): Promise<ImageSummary>;
  /** Records which editor images a product's description shows, in place of those that it showed before. */
  claimEditorImages(unit: WriteUnit, shop: ShopKey, productId: number, html: string): Promise<void>;
  /**
   * Discards the images of the last deleted product with an id, once it can no longer be restored; its first image stays while an order or a
   * chat shows it.
   */
  release(unit: WriteUnit, shop: ShopKey, productId: number): Promise<void>;
}
