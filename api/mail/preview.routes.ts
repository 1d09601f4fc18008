import type { RequestHandler } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import { visitorEndpoint } from '#contract/http/endpoint.ts';
import { escapeText } from '../documents/html-text.ts';
import { LANGUAGE_HEADERS, readLanguage } from '../http/caller/request-language.ts';
import type { Route } from '../http/route.ts';
import { localeOf } from '../messages/locale.ts';
import type { Locale, Texts } from '../messages/locale.ts';
import { findOrder } from '../orders/order.repository.ts';
import { listAllOrders } from '../orders/order-lists.repository.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { Database } from '../storage/database.ts';
import type { MailKind } from '../storage/schema/orders.ts';
import { isCurrent, renderLetter } from './render-letter.ts';
import type { Shop } from './render-letter.ts';

const PREVIEW_PATH = '/dev/mail';
const KINDS = ['placed', 'paid', 'sent'] as const satisfies readonly MailKind[];
/** How many of the newest orders are listed with their e-mails. */
const MAX_ORDERS = 20;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // As in a mail reader: nothing is loaded, no script runs.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: LANGUAGE_HEADERS,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
} as const;

/** Not in the contract: HTML pages of the demo. */
const page = (path: `/${string}`) =>
  visitorEndpoint(`GET ${path}`, { summary: 'A preview of the e-mails about orders' });

/** The endpoints that show the e-mails which the newest orders lead to, whether or not there are settings to send them. */
export function createPreviewRoutes(database: Database, getShop: () => Shop): Route[] {
  const list: RequestHandler = async (request, response) => {
    const orders = await listAllOrders(database.reader, { after: undefined, limit: MAX_ORDERS });
    response.writeHead(200, HEADERS).end(renderList(orders, localeOf(readLanguage(request.headers))));
  };

  const show: RequestHandler<{ id: string; kind: string }> = async ({ params: { id, kind: name } }, response) => {
    const kind = KINDS.find((known) => known === name.replace(/\.txt$/, ''));
    const order = await findOrder(database.reader, id);
    if (!order || kind === undefined) throw new ApiError('not-found');
    const letter = renderLetter(kind, order, getShop());
    if (!name.endsWith('.txt')) response.writeHead(200, HEADERS).end(letter.html);
    else response.writeHead(200, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(letter.text);
  };

  return [
    { endpoint: page(PREVIEW_PATH), handler: list },
    { endpoint: page(`${PREVIEW_PATH}/{id}/{kind}`), handler: show as unknown as RequestHandler },
  ];
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 720px; margin: 0 auto; padding: 24px 16px; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 22px; }
ul { padding: 0; list-style: none; }
li { padding: 12px 0; border-top: 1px solid #8886; overflow-wrap: anywhere; }
a { display: inline-block; min-height: 44px; margin-right: 16px; padding: 10px 0; box-sizing: border-box; }
`;

const renderList = (
  orders: readonly OrderRow[],
  { language, texts: { mailPreview } }: Locale,
): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${mailPreview.title}</title><style>${STYLE}</style></head>
<body>
<h1>${mailPreview.heading}</h1>
<p>${mailPreview.note}</p>
${orders.length === 0 ? `<p>${mailPreview.empty}</p>` : `<ul>\n${orders.map((order) => renderOrder(order, mailPreview)).join('\n')}\n</ul>`}
</body>
</html>
`;

const renderOrder = (order: OrderRow, { kinds, asText, none }: Texts['mailPreview']): string => {
  const links = KINDS.filter((kind) => isCurrent(kind, order)).flatMap((kind) => {
    const address = `${PREVIEW_PATH}/${encodeURIComponent(order.id)}/${kind}`;
    return [`<a href="${address}">${kinds[kind]}</a>`, `<a href="${address}.txt">${asText(kinds[kind])}</a>`];
  });
  return `<li><span dir="auto">${escapeText(order.title)}</span>, #${order.number}<br>${links.join(' ') || none}</li>`;
};
