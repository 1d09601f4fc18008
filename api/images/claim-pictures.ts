import { ApiError } from '#contract/errors.ts';
import type { PictureClaims } from './picture-claims.ts';

/** Claims of a server that takes no uploads: no product has a picture to claim. */
export function createPictureClaims(): PictureClaims {
  return {
    async claim(_unit, { pictures = [] }) {
      if (pictures.length > 0) throw new ApiError('picture-missing');
      return { imagecount: 0, placeholder: '' };
    },
    claimEditorPictures: async () => undefined,
    release: async () => undefined,
  };
}
