import { readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { ownShopSettingsSchema } from '#contract/http/shop-settings-changes.ts';
import type { OwnShopSettings } from '#contract/http/shop-settings-changes.ts';

const DEMO_SETTINGS: OwnShopSettings = {
  about: {
    en: 'Graded used tech, PC parts and smart home',
    ru: 'Техника с рук, комплектующие и умный дом',
  },
  promise: { en: '12 months warranty · 14 days return', ru: 'Гарантия 12 месяцев · возврат 14 дней' },
};

/** `BRAND` is the name where the file has none. */
interface Values {
  readonly SHOP_SETTINGS?: string | undefined;
  readonly BRAND?: string | undefined;
}

/**
 * Reads the file of `SHOP_SETTINGS`, whose logo is the path of an SVG or PNG file beside it; without a file, a demo has samples, and any other
 * shop the defaults. `fail` is called with a sentence about a wrong file.
 */
export function readShopSettings(
  { SHOP_SETTINGS: file, BRAND: brand }: Values,
  isDemo: boolean,
  fail: (sentence: string) => never,
): OwnShopSettings {
  const written = file === undefined ? (isDemo ? DEMO_SETTINGS : {}) : readJson(file, fail);
  const { logo, ...rest } = written as { readonly logo?: unknown };
  const input = {
    ...(brand !== undefined && { name: brand }),
    ...rest,
    ...(logo !== undefined && { logo: typeof logo === 'string' ? readLogo(file ?? '', logo, fail) : logo }),
  };
  const parsed = ownShopSettingsSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const isOfFile = !(issue?.path[0] === 'name' && 'name' in rest === false && brand !== undefined);
  if (!isOfFile) return fail(`The setting BRAND is wrong: ${issue?.message}.`);
  return fail(`The file of SHOP_SETTINGS is wrong: ${issue?.path.join('.') || 'it'}: ${issue?.message}.`);
}

function readJson(file: string, fail: (sentence: string) => never): object {
  try {
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof written !== 'object' || written === null) throw new TypeError('it is not an object');
    return written;
  } catch (error) {
    return fail(`The file of SHOP_SETTINGS cannot be read: ${(error as Error).message}.`);
  }
}

/** Reads a logo as a `data:` URL. */
function readLogo(file: string, logo: string, fail: (sentence: string) => never): string {
  try {
    const bytes = readFileSync(resolve(dirname(file), logo));
    return `data:image/${extname(logo).toLowerCase() === '.svg' ? 'svg+xml' : 'png'};base64,${bytes.toString('base64')}`;
  } catch (error) {
    return fail(`The logo of SHOP_SETTINGS cannot be read: ${(error as Error).message}.`);
  }
}
