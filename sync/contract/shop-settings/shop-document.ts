import type { ShopSettings } from '../http/shop-settings.ts';
import { DEFAULT_NAME } from './default-shop.ts';

/** Address in `SETTINGS_CACHE` of the shop settings that a page knows, for service workers. */
export const SHOP_NOTE = '/settings/shop';

/** The part of a document with the shop's settings and icons. Its marks stay, so that a filled document can be filled again. */
const PLACE = /<!--shop-->[^]*?<!--\/shop-->/;
/** The title of a screen that is not drawn beforehand. */
const PLAIN_TITLE = /(<!--head-->\s*<title>)[^<]*/;

const DATA = /id="shop">([^<]*)</;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the shop settings in a document; empty if it lacks them or was cut off inside them. @throws SyntaxError when they are damaged */
export const readShopDocument = (document: string): ShopSettings =>
  JSON.parse(DATA.exec(document)?.[1] ?? '{}') as ShopSettings;

/** Returns the path of an icon of the shop. */
export const iconPath = (
  { icons }: ShopSettings,
  file: 'icon-192.png' | 'icon-512.png' | 'apple-touch-icon.png',
): string => `${icons ?? '/icons'}/${file}`;

/** Fills a document of the build with the shop: its settings for the page's scripts, its icons, and its name as the plain title. */
export function fillShopDocument(template: string, settings: ShopSettings): string {
  const { icons, name = DEFAULT_NAME } = settings;
  const icon =
    icons === undefined
      ? '/icons/icon.svg" type="image/svg+xml'
      : `${iconPath(settings, 'icon-192.png')}" type="image/png`;
  // `</script>` and `<!--` in a text must not end or open an element.
  const data = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
  const place =
    `<!--shop--><script type="application/json" id="shop">${data}</script>` +
    `<link rel="icon" href="${icon}" />` +
    `<link rel="apple-touch-icon" href="${iconPath(settings, 'apple-touch-icon.png')}" /><!--/shop-->`;
  return template.replace(PLACE, () => place).replace(PLAIN_TITLE, (_, start: string) => start + escape(name));
}
