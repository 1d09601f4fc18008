import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';

let app: PageApp;

beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

describe('invalid input', () => {
  it.each([
    ['GET', '/api/products?shop=nope', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=../etc', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=pc&shop=ayz', 400, 'bad-request'],
    ['GET', '/api/products?shop=pc&extra=1', 400, 'bad-request'],
    ['GET', '/api/categories?shop=PC', 400, 'unknown-shop'],
    ['GET', '/api/sync/nope/changes?epoch=a&since=0', 400, 'unknown-shop'],
    ['GET', '/api/sync/__proto__/manifest', 400, 'unknown-shop'],
    ['GET', '/api/sync/nope/browse', 400, 'unknown-shop'],
    ['GET', '/api/products/999?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/1?shop=smart', 404, 'not-found'],
    ['GET', '/api/products/abc?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/%E0%A4?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/1.5?shop=pc', 404, 'not-found'],
    // Decoded twice, these would name the product 1 or 1a, or the shop pc.
    ['GET', '/api/products/%2531?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/1%2561?shop=pc', 404, 'not-found'],
    ['GET', '/api/sync/%2570c/manifest', 400, 'unknown-shop'],
    ['POST', '/api/products/%2531/view?shop=pc', 404, 'not-found'],
    ['GET', '/api/images/PCProducts/%2531', 404, 'not-found'],
    ['GET', '/api/products/99999999999?shop=pc', 404, 'not-found'],
    ['GET', '/api/sync/pc/changes', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=-1', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=1e3', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a%20b&since=1', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=1&limit=501', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/browse?category=Desk', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?page=0', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?sort=cheap', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceFrom=1.5', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceFrom=-1', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceTo=1000000000', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?minRate=0', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?minRate=6', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?inStock=true', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?condition=mint', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?inStock=1&inStock=1', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?sort=cheap', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?sort=', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?top=9', 400, 'bad-request'],
    ['GET', '/api/sync/blocks/zz', 404, 'not-found'],
    ['GET', '/api/nope', 404, 'not-found'],
    ['GET', '/api/', 404, 'not-found'],
    ['GET', '/api/products/', 404, 'not-found'],
    ['POST', '/api/nope', 404, 'not-found'],
    ['POST', '/api/products/999/view?shop=pc', 404, 'not-found'],
    ['POST', '/api/products/1/view?shop=nope', 400, 'unknown-shop'],
    ['GET', '/images/nope/1/1.webp', 404, 'not-found'],
    ['GET', '/assets/missing-1.js', 404, 'not-found'],
    ['GET', '/releases-assets.json', 404, 'not-found'],
    ['GET', `/api/products?shop=${'x'.repeat(2_100)}`, 414, 'too-large'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const before = app.context.states.get('pc');
    const reply = await send(app.url, path, { method });
    expect([reply.status, json(reply)['code']]).toEqual([status, code]);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(json(reply)).toMatchObject({
      status,
      title: expect.any(String),
      error: expect.any(String),
      instance: expect.stringMatching(/^urn:uuid:/),
    });
    expect(app.context.states.get('pc')).toEqual(before);
  });

  it.each([
    ['POST', '/api/products?shop=pc', 'GET, HEAD'],
    ['DELETE', '/api/sync/pc/changes', 'GET, HEAD'],
    ['PUT', '/api/products/1', 'GET, HEAD'],
    ['GET', '/api/products/1/view', 'POST'],
    ['GET', '/api/products/batch/view', 'POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/pcshop', 'GET, HEAD'],
    ['PUT', '/images/PCProducts/1/1.webp', 'GET, HEAD'],
    ['TRACE', '/healthz', 'GET, HEAD'],
    ['TRACE', '/pcshop', 'GET, HEAD'],
  ])('%s %s is 405 and names %s', async (method, path, allow) => {
    const reply = await send(app.url, path, { method });
    expect([reply.status, reply.headers.allow, json(reply)['code']]).toEqual([405, allow, 'method-not-allowed']);
  });

  it.each([
    ['not JSON', { 'content-type': 'application/json' }, '{"ids":', 400, 'bad-request'],
    ['another media type', { 'content-type': 'text/plain' }, '{"ids":[1]}', 415, 'unsupported-media-type'],
    ['no media type', {}, '{"ids":[1]}', 415, 'unsupported-media-type'],
    ['an unknown field', { 'content-type': 'application/json' }, '{"ids":[1],"admin":true}', 400, 'bad-request'],
    ['no ids', { 'content-type': 'application/json' }, '{"ids":[]}', 400, 'bad-request'],
    ['a wrong id', { 'content-type': 'application/json' }, '{"ids":["1"]}', 400, 'bad-request'],
    [
      'too many bytes',
      { 'content-type': 'application/json' },
      `{"ids":[1],"x":"${'x'.repeat(70_000)}"}`,
      413,
      'too-large',
    ],
    [
      'a coding that is not known',
      { 'content-type': 'application/json', 'content-encoding': 'zip' },
      'x',
      415,
      'unsupported-media-type',
    ],
  ] as [string, Record<string, string>, string, number, string][])(
    'a rejected body: %s',
    async (_, headers, body, status, code) => {
      const reply = await send(app.url, '/api/products/batch?shop=pc', { method: 'POST', headers, body });
      expect([reply.status, json(reply)['code']]).toEqual([status, code]);
    },
  );

  it('an internal error reveals nothing of the server', async () => {
    const broken = await startTestApp();
    try {
      // Locks one table only, so it cannot deadlock with the work of a start.
      await broken.context.database.writer.schema.alterTable('product').renameTo('gone').execute();
      const fault = await send(broken.url, '/api/products/1?shop=pc');
      expect([fault.status, json(fault)['code']]).toEqual([500, 'internal']);
      expect(fault.body.toString()).not.toMatch(/product|select|sqlite|node_modules/i);
    } finally {
      await broken.stop();
    }
  });
});
