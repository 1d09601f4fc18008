import type { FirstScreen } from '#contract/first-screen.ts';
import { listTitle } from '#pwa/features/catalog/list-title.ts';
import { messages } from '#pwa/messages/en.ts';
import { FirstScreenView } from './first-screen-view.tsx';
import { escapeHtml, toHtml } from './to-html.ts';

export { isStartScreen } from '#pwa/features/catalog/browse-state.ts';
export { planFirstScreen } from '../app/plan-screen.ts';

/** Marks of the template; see index.html. */
const HEAD = /<!--head-->[^]*?<!--\/head-->/;
const SCREEN = '<!--first-screen-->';
const DATA = '<!--first-data-->';

/** The title of a screen, as the page shows it. */
export const titleOf = ({ shop, state, product }: FirstScreen): string =>
  messages.title(product?.title ?? listTitle(state) ?? messages.shops[shop]);

/** The whole document. `head` replaces title and description of the template; without it the title is made of the screen. */
export function renderDocument(template: string, screen: FirstScreen, head?: string): string {
  const html = toHtml(<FirstScreenView screen={screen} year={new Date().getFullYear()} />);
  // `</script>` and `<!--` in a product's text must neither end nor open anything.
  const data = JSON.stringify(screen).replaceAll('<', String.raw`\u003c`);
  return template
    .replace(HEAD, () => head ?? `<title>${escapeHtml(titleOf(screen))}</title>`)
    .replace(SCREEN, () => html)
    .replace(DATA, () => `<script type="application/json" id="first-screen">${data}</script>`);
}
