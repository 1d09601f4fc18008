import * as z from 'zod/mini';
import { CONDITION_KEYS } from './conditions.ts';
import type { ConditionKey } from './conditions.ts';

/** The images of a product that show it in a condition, each as its number. Conditions that a later version may add are ignored. */
export const conditionImagesSchema = z.record(z.string(), z.int().check(z.minimum(1)));
export type ConditionImages = Partial<Record<ConditionKey, number>>;

/** What an administrator marks: for a condition, the image that shows it. */
export const markedImagesSchema = <Image extends z.ZodMiniType<string>>(image: Image) =>
  z.partialRecord(z.enum(CONDITION_KEYS), image);
