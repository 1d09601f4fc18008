import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { lineSchema } from '#contract/text/text-schemas.ts';

/** A sentence, which stands beside a button or under a field. */
const MAX_TEXT_LENGTH = 160;

const textSchema = z.partialRecord(z.enum(Object.keys(LANGUAGES)), lineSchema(1, MAX_TEXT_LENGTH));
const fileSchema = z.object({
  about: textSchema.optional(),
  promise: textSchema.optional(),
  conditions: z.partialRecord(z.enum(CONDITION_KEYS), textSchema).optional(),
});

const DEMO_SETTINGS: ShopSettings = {
  about: {
    en: 'Graded used tech, PC parts and smart home',
    ru: 'Техника с рук, комплектующие и умный дом',
  },
  promise: { en: '12 months warranty · 14 days return', ru: 'Гарантия 12 месяцев · возврат 14 дней' },
};

/** Reads the file of `SHOP_SETTINGS`; without one a demo has samples, and another shop says nothing. `fail` is called with a sentence about a wrong file. */
export function readShopSettings(
  file: string | undefined,
  isDemo: boolean,
  fail: (sentence: string) => never,
): ShopSettings {
  if (file === undefined) return isDemo ? DEMO_SETTINGS : {};
  const parsed = fileSchema.safeParse(readJson(file, fail));
  if (parsed.success) return parsed.data as ShopSettings;
  const issue = parsed.error.issues[0];
  return fail(`The file of SHOP_SETTINGS is wrong: ${issue?.path.join('.') || 'it'}: ${issue?.message}.`);
}

function readJson(file: string, fail: (sentence: string) => never): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`The file of SHOP_SETTINGS cannot be read: ${(error as Error).message}.`);
  }
}
