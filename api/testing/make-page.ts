import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHOPS } from '#contract/shops.ts';

/** The inline script and style sheet of the document of `makePage`. */
export const INLINE_SCRIPT = "document.documentElement.dataset.theme = 'dark';";
export const INLINE_STYLE = 'body{margin:0}';

const TEMPLATE = `<!doctype html><html><head><!--head--><title>Plain</title><!--/head--><script>${INLINE_SCRIPT}</script>
<style>${INLINE_STYLE}</style></head><body><div id="root"><!--first-screen--></div><!--first-data--></body></html>`;

/** A minimal renderer in the form that the build creates; it does not escape titles. */
const RENDERER = `
const NAMES = { main: 'mainCategory', category: 'category', q: 'search', sort: 'sort' };
const PATHS = ${JSON.stringify(Object.fromEntries(SHOPS.map(({ path, key }) => [path, key])))};
const EMPTY = { mainCategory: null, category: null, search: '', sort: null, page: 1, priceFrom: null, priceTo: null, minRate: null, inStock: false, condition: null };
export function planFirstScreen(path, query) {
  const shop = PATHS[path];
  if (!shop) return undefined;
  const parameters = new URLSearchParams(query);
  const state = { ...EMPTY };
  for (const [name, field] of Object.entries(NAMES)) state[field] = parameters.get(name) ?? EMPTY[field];
  if (/^\\d+$/.test(parameters.get('page') ?? '')) state.page = Number(parameters.get('page'));
  state.inStock = parameters.get('stock') === '1';
  const id = parameters.get('product');
  return { shop, state, productId: /^\\d+$/.test(id ?? '') ? Number(id) : null };
}
export function addressOf({ shop, state, productId }) {
  const parameters = new URLSearchParams();
  for (const [name, field] of Object.entries(NAMES)) if (state[field]) parameters.set(name, state[field]);
  if (state.page > 1) parameters.set('page', state.page);
  if (state.inStock) parameters.set('stock', '1');
  if (productId !== null) parameters.set('product', productId);
  const path = Object.keys(PATHS).find((key) => PATHS[key] === shop);
  const query = parameters.toString();
  return query === '' ? path : path + '?' + query;
}
export const isStartScreen = (state) => !state.mainCategory && state.search === '' && !state.inStock;
export const nameOf = ({ shop, state, product }) => product?.title ?? state.category ?? state.mainCategory ?? 'Shop ' + shop;
export const countOf = (total) => total + ' ' + (total === 1 ? 'product' : 'products');
let language = 'en';
export function inLanguage(next, settings, render) {
  language = next;
  try {
    return render();
  } finally {
    language = 'en';
  }
}
export const titleOf = (screen) => nameOf(screen) + ' · Test';
export function renderDocument(template, screen, head) {
  if (screen.state.search === 'broken') throw new Error('cannot be drawn');
  const cards = screen.page?.cards ?? [...screen.overview.top, ...screen.overview.rows.flatMap((row) => row.cards)];
  return template
    .replace('<html', () => '<html lang="' + language + '"')
    .replace(/<!--head-->[^]*<!--\\/head-->/, () => head)
    .replace('<!--first-screen-->', () => '<ul>' + cards.map((card) => '<li>' + card.id + '</li>').join('') + '</ul>');
}
`;

/** Writes a page like a build does, with a minimal renderer of first screens. */
export async function makePage(folder: string, renderer: string | undefined = RENDERER): Promise<string> {
  await mkdir(join(folder, 'server'), { recursive: true });
  await writeFile(join(folder, 'index.html'), TEMPLATE);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'server', 'first-screen.js'), renderer);
  return folder;
}
