/** What an address of a product's picture is made of. */
export interface Pictured {
  readonly id: number;
  /** Rises when the pictures change, so that no cache shows an old one. */
  readonly image_version: number;
}

/** The small picture of cards. */
export const previewAddress = (imageFolder: string, { id, image_version }: Pictured): string =>
  `/images/${imageFolder}/${id}/preview/1.webp?v=${image_version}`;

/** The large picture of a number, from 1. */
export const pictureAddress = (imageFolder: string, { id, image_version }: Pictured, number: number): string =>
  `/images/${imageFolder}/${id}/${number}.webp?v=${image_version}`;
