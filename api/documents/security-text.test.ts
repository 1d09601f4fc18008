import { afterEach, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { send } from '../testing/clients/send.ts';

const PATH = '/.well-known/security.txt';
let app: TestApp | undefined;
afterEach(() => app?.stop());

it('security.txt names the contact of the settings and expires within a year', async () => {
  const atMs = Date.parse('2026-11-22T10:00:00Z');
  const env = { SECURITY_CONTACT: 'mailto:security@shop.example', PUBLIC_URL: 'http://shop.example', DEMO: '0' };
  app = await startTestApp({ env, now: () => atMs });
  const reply = await send(app.url, PATH);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(reply.body.toString()).toBe(
    [
      'Contact: mailto:security@shop.example',
      'Expires: 2027-05-21T00:00:00.000Z',
      'Preferred-Languages: en',
      `Canonical: http://shop.example${PATH}`,
      '',
    ].join('\n'),
  );
});

it('without a contact there is no security.txt', async () => {
  app = await startTestApp();
  const reply = await send(app.url, PATH);
  expect(reply.status).not.toBe(200);
  expect(reply.body.toString()).not.toContain('Contact');
});
