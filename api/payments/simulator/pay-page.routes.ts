import express from 'express';
import type { RequestHandler } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import { visitorEndpoint } from '#contract/http/endpoint.ts';
import { readLanguage } from '../../http/caller/request-language.ts';
import type { Route } from '../../http/route.ts';
import { localeOf } from '../../messages/locale.ts';
import { PAY_PATH } from '../demo-gateway.ts';
import { PAY_PAGE_HEADERS, renderMissingPage, renderPayPage } from './pay-page.ts';
import type { PaySimulator } from './pay-simulator.ts';
import { isPayAction, isSettled } from './pay-steps.ts';

const MAX_FORM_BYTES = 1_000;
/** Refresh interval of a page that shows a pending payment. */
const REFRESH_SECONDS = 1;

/** Not in the contract: an HTML page in place of a provider's own. */
const page = (method: 'GET' | 'POST') =>
  visitorEndpoint(`${method} ${PAY_PATH}{id}`, { summary: 'The page of the payment simulator' });

/** The endpoints that show an invoice, accept the visitor's choice and redirect to the shop once the status is final. */
export function createPayPageRoutes(simulator: PaySimulator, now: () => number): Route[] {
  const show: RequestHandler<{ id: string }> = async ({ params: { id }, headers }, response) => {
    const invoice = await simulator.find(id);
    const locale = localeOf(readLanguage(headers));
    if (!invoice) {
      response.writeHead(404, PAY_PAGE_HEADERS).end(renderMissingPage(locale));
    } else if (isSettled(invoice)) {
      const location = invoice.status === 'finished' ? invoice.success_url : invoice.cancel_url;
      response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
    } else {
      const isWaiting = invoice.status === 'waiting';
      response
        .writeHead(200, { ...PAY_PAGE_HEADERS, ...(!isWaiting && { refresh: String(REFRESH_SECONDS) }) })
        .end(renderPayPage(invoice, invoice.expires_at < now(), locale));
    }
  };

  const choose: RequestHandler<{ id: string }> = async ({ params: { id }, body }, response) => {
    const { action } = (body ?? {}) as { action?: unknown };
    if (!isPayAction(action)) throw new ApiError('bad-request', 'There is no such action.');
    await simulator.choose(id, action);
    // Redirect to GET, so that reloading the page does not pay again.
    response.writeHead(303, { location: `${PAY_PATH}${encodeURIComponent(id)}`, 'cache-control': 'no-store' }).end();
  };

  return [
    { endpoint: page('GET'), handler: show as unknown as RequestHandler },
    {
      endpoint: page('POST'),
      handler: choose as unknown as RequestHandler,
      readBody: express.urlencoded({ extended: false, limit: MAX_FORM_BYTES }),
    },
  ];
}
