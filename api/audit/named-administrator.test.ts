import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/http/audit.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { PasskeyClient } from '../testing/clients/passkey-client.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';

const PASSWORD = 'a long and rare sentence of words';
const recorder = createLogRecorder();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'info' }, logTo: recorder.logTo });
});
afterAll(() => app.stop());

it('[AUDIT1] an administrator with a passkey is named at each entry, and only by a pseudonym in the log', async () => {
  const client = new PasskeyClient(app, PASSWORD);
  const link = await app.server.identity.administrators.createFirstLink();
  const { access } = await client.join(link?.secret ?? '', 'Zinnia Quill');
  const announced: unknown[] = [];
  app.context.bus.subscribe((event) => event.type === 'admin-logged-in' && announced.push(event.name));
  const token = await client.logIn();
  const product = { title: 'Lamp', main_category: 'Home', category: 'Light' };
  expect((await client.call('POST', '/api/add-product?shop=pc', token, product)).status).toBe(200);

  const { body } = await client.call('GET', `/api/admin-audit?person=${access.id}`, token);
  expect((body['entries'] as AuditEntry[]).map(({ actor, action }) => [actor, action])).toEqual([
    ['Zinnia Quill', 'add-product'],
    ['Zinnia Quill', 'log-in'],
    ['Zinnia Quill', 'register-passkey'],
  ]);
  expect((await client.call('GET', '/api/admin-audit/people', token)).body).toEqual({
    people: [
      { id: access.id, name: 'Zinnia Quill' },
      // The password alone, before there was a passkey.
      { id: '-', name: 'administrator' },
    ],
  });
  expect(announced).toEqual(['Zinnia Quill']);
  expect(recorder.events('admin-passkey-succeeded')).toMatchObject([{ actor: expect.stringMatching(/^[\w-]{16}$/) }]);
  expect(recorder.text()).not.toMatch(new RegExp(`Zinnia|Quill|${access.id}|${token}`));
});
