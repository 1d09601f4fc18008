import type { ShopKey } from '#contract/shops.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';

/** What a product says of its pictures. */
export interface ImageSummary {
  readonly imagecount: number;
  /** Of the first picture; empty without one. */
  readonly placeholder: string;
}

export interface ImageClaim {
  readonly shop: ShopKey;
  readonly productId: number;
  /** Ids of uploaded pictures in the product's order; left out: all that the caller uploaded for this id, by their names. */
  readonly imageIds?: readonly string[];
  /** Who uploaded them: a hash of the administrator's token. */
  readonly owner: string;
}

/** What becomes of pictures when products come and go. All of it happens in the transaction of the product's own change. */
export interface ImageClaims {
  /**
   * Gives uploaded pictures to a product that is being added; what was left of an earlier product of this id is released before.
   * @throws ApiError picture-missing when a named picture is not there, or belongs to another product
   */
  claim(unit: WriteUnit, claim: ImageClaim): Promise<ImageSummary>;
  /** Gives up the pictures that an earlier product of this id has left. */
  clear(unit: WriteUnit, shop: ShopKey, productId: number): Promise<void>;
  /** Notes which pictures of descriptions a product's description shows now, instead of those that it showed before. */
  claimEditorImages(unit: WriteUnit, shop: ShopKey, productId: number, html: string): Promise<void>;
  /** Gives up everything of a product that is gone for good: until then a deleted product keeps its pictures. */
  release(unit: WriteUnit, shop: ShopKey, productId: number): Promise<void>;
}
