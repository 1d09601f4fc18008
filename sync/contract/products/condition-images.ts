import * as z from 'zod/mini';
import { CONDITION_KEYS } from './conditions.ts';
import type { ConditionKey } from './conditions.ts';

/** For a condition of a product, the number of the image that shows it. Conditions that a later version adds are accepted and ignored. */
export const conditionImagesSchema = z.record(z.string(), z.int().check(z.minimum(1)));
export type ConditionImages = Partial<Record<ConditionKey, number>>;

/** Images that an administrator has marked: for a condition, the image that shows it. */
export const markedImagesSchema = <Image extends z.ZodMiniType<string>>(image: Image) =>
  z.partialRecord(z.enum(CONDITION_KEYS), image);
