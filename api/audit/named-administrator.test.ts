import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/http/audit.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { PasskeyClient } from '../testing/clients/passkey-client.ts';
import { json, send } from '../testing/clients/send.ts';
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
      // Logged in with the password alone, before there was a passkey.
      { id: '-', name: 'administrator' },
    ],
  });
  expect(announced).toEqual(['Zinnia Quill']);
  expect(recorder.events('admin-passkey-succeeded')).toMatchObject([{ actor: expect.stringMatching(/^[\w-]{16}$/) }]);
  expect(recorder.text()).not.toMatch(new RegExp(`Zinnia|Quill|${access.id}|${token}`));
});

it('the reply to a stale edit names who has changed the product since, unless that was the same person', async () => {
  const own = await startTestApp({ env: { ADMIN_PASSWORD: PASSWORD } });
  try {
    const ada = new PasskeyClient(own, PASSWORD);
    const link = await own.server.identity.administrators.createFirstLink();
    const owner = (await ada.join(link?.secret ?? '', 'Ada')).token;
    const invited = await ada.call('POST', '/api/administrators', owner, { name: 'Mira', roles: ['catalogue'] });
    const mira = new PasskeyClient(own, PASSWORD);
    const { token } = await mira.join(String(invited.body['secret']));
    const product = { title: 'Lamp', main_category: 'Home', category: 'Light' };
    await ada.call('POST', '/api/add-product?shop=pc', owner, product);
    await mira.call('PUT', '/api/edit-product/pc/1', token, { price: '9' });
    const edit = async (as: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'if-match': '"1"' };
      const body = JSON.stringify({ price: '7' });
      return json(await send(own.url, '/api/edit-product/pc/1', { method: 'PUT', headers, body }))['current'];
    };
    expect(await edit(owner)).toMatchObject({ price: '9', changed_by: 'Mira' });
    expect(await edit(token)).not.toHaveProperty('changed_by');
  } finally {
    await own.stop();
  }
});
