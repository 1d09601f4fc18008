import { MAX_PRODUCT_ID } from '../limits.ts';
import { parseWholeNumber } from '../text/whole-number.ts';

/** Parses a product id of a URL; null when it is malformed. */
export const parseProductId = (text: string): number | null => parseWholeNumber(text, MAX_PRODUCT_ID) || null;
