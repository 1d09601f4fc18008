import { DEFAULT_BRAND } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';

/** Returns the name that the shop has been given; undefined while it has the program's own. */
export const findOwnName = ({ brand }: Pick<Config, 'brand'>): string | undefined =>
  brand === DEFAULT_BRAND ? undefined : brand;
