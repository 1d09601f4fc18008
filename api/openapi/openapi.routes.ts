import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { getApiDocs, getOpenApi } from '#contract/http/openapi.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import type { AppContext } from '../app-context.ts';
import { API_HEADERS } from '../http/headers/api-headers.ts';
import { compressBody, prepareResponse, QUICK_QUALITY, sendCachedResponse } from '../http/caching/cached-response.ts';
import type { CachedResponse } from '../http/caching/cached-response.ts';
import { once } from '../http/once.ts';
import type { Route } from '../http/route.ts';
import { createDocumentHeaders } from '../http/headers/security-headers.ts';
import { renderDocsPage } from './docs-page.ts';
import { listCalls } from './list-calls.ts';
import { createOpenApiDocument } from './openapi-document.ts';

interface Content {
  readonly type: string;
  readonly text: string;
  readonly headers: readonly string[];
}

/** Creates the routes of the description of all calls, which is built at the first request, and anew after a change of the shop's settings. */
export function createOpenApiRoutes({ config: { publicUrl }, shop }: Pick<AppContext, 'config' | 'shop'>): Route[] {
  const describe = async () => createOpenApiDocument(await listCalls(), shop.name());
  const answer = (endpoint: Endpoint, write: () => Promise<Content>): Route => {
    const prepareAgain = () => once(async () => prepareContent(await write()));
    let prepare = prepareAgain();
    shop.onChange(() => (prepare = prepareAgain()));
    const handler: RequestHandler = async (request, response) => sendCachedResponse(request, response, await prepare());
    return { endpoint, handler };
  };
  return [
    answer(getOpenApi, async () => ({
      type: 'application/json',
      text: JSON.stringify(await describe()),
      headers: API_HEADERS,
    })),
    answer(getApiDocs, async () => {
      const text = renderDocsPage(await describe(), getOpenApi.path);
      const headers = createDocumentHeaders({ publicUrl, signIn: { name: 'none' } }, text);
      return {
        type: 'text/html; charset=utf-8',
        text,
        headers: [PROTOCOL_HEADER, String(PROTOCOL_VERSION), ...headers],
      };
    }),
  ];
}

async function prepareContent({ type, text, headers }: Content): Promise<CachedResponse> {
  const body = Buffer.from(text);
  return prepareResponse({
    contentType: type,
    cacheControl: 'no-cache',
    body,
    brotli: await compressBody(body, QUICK_QUALITY),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers,
  });
}
