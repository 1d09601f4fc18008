import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/http/audit.ts';
import { startOrderApp, signInBuyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createAdministrator } from '../testing/clients/administrator.ts';
import type { Administrator } from '../testing/clients/administrator.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';

const HOUR_MS = 3_600_000;
const PASSWORD = 'correct horse battery staple';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const recorder = createLogRecorder();
let clockMs = Date.UTC(2026, 10, 22, 12);
let app: TestApp;
let admin: Administrator;
/** Headers with the session of a listed user: sent beside the administrator's token, they name the actor. */
let ada: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await startOrderApp(10, {
    env: { LOG_LEVEL: 'info', ADMIN_PASSWORD: PASSWORD },
    now: () => clockMs,
    logTo: recorder.logTo,
  });
  const login = { 'content-type': 'application/json', 'user-agent': FIREFOX };
  await send(app.url, '/api/login', { method: 'POST', headers: login, body: JSON.stringify({ password: PASSWORD }) });
  admin = await createAdministrator(app);
  ada = (await signIn(app, 'ada')).headers;
  await (await signInBuyer(app, 'alice')).buy();
});
afterAll(() => app.stop());

const list = async (query = ''): Promise<AuditEntry[]> =>
  (await admin.call('GET', `/api/admin-audit${query}`)).body['entries'] as AuditEntry[];
const actionsOf = async (query = '') => (await list(query)).map(({ actor, action }) => `${actor}: ${action}`);

describe('[AUDIT1] the audit log', () => {
  it('has an entry for the login of an administrator, with the device', async () => {
    expect(await list('?action=log-in')).toMatchObject([{ actor: 'administrator', subject: 'Firefox on Linux' }]);
  });

  it('has one entry per person and hour for reads of orders, however often a page polls', async () => {
    const poll = (headers = {}) => admin.call('GET', '/api/admin-purchases', undefined, headers);
    const pull = (headers = {}) => admin.call('GET', '/api/admin-purchases/changes?since=0', undefined, headers);
    recorder.clear();
    for (let turn = 0; turn < 3; turn++) for (const read of [poll, pull]) expect((await read()).status).toBe(200);
    await poll(ada);
    await pull(ada);
    expect(await actionsOf('?action=read-orders')).toEqual([
      'Ada (demo-ada): read-orders',
      'administrator: read-orders',
    ]);
    expect(recorder.events('personal-data-read')).toHaveLength(2);
    clockMs += HOUR_MS;
    await pull();
    await pull();
    expect(await list('?action=read-orders')).toHaveLength(3);
  });

  it('has no entry for a poll that brings no order', async () => {
    const { body } = await admin.call('GET', '/api/admin-purchases/changes?since=0');
    clockMs += HOUR_MS;
    const before = await list();
    const query = new URLSearchParams({ since: String(body['seq']), epoch: String(body['epoch']) });
    if (body['proof'] !== undefined) query.set('proof', String(body['proof']));
    expect((await admin.call('GET', `/api/admin-purchases/changes?${query}`)).body['orders']).toEqual([]);
    expect(await list()).toEqual(before);
  });

  it('has an entry and a security event per export of orders that a page reports', async () => {
    recorder.clear();
    expect((await admin.call('POST', '/api/admin-purchases/exports', { count: 12 }, ada)).status).toBe(204);
    expect((await admin.call('POST', '/api/admin-purchases/exports', { count: 0 }, ada)).status).toBe(400);
    expect(await list('?action=export-orders')).toMatchObject([{ actor: 'Ada (demo-ada)', after: { count: 12 } }]);
    expect(recorder.events('personal-data-exported')).toMatchObject([{ detail: { count: 12 } }]);
  });

  it('has one entry per export of products, however many pages it has', async () => {
    for (const page of ['limit=1', 'limit=1&after=1']) {
      expect((await admin.call('GET', `/api/export-products?shop=ayz&${page}`)).status).toBe(200);
    }
    expect(await list('?action=export-products')).toMatchObject([{ subject: 'ayz' }]);
  });
});

describe('[AUDIT2] the list', () => {
  it('is filtered by person, action and time', async () => {
    clockMs += HOUR_MS;
    const from = clockMs;
    await admin.call('PUT', '/api/edit-product/ayz/1', { title: 'Camera 2' }, ada);
    clockMs += 1;
    await admin.call('PUT', '/api/edit-product/ayz/1', { title: 'Camera 3' });
    expect(await actionsOf(`?from=${from}`)).toEqual(['administrator: edit-product', 'Ada (demo-ada): edit-product']);
    expect(await actionsOf(`?from=${from}&until=${from + 1}`)).toEqual(['Ada (demo-ada): edit-product']);
    expect(await actionsOf(`?from=${from}&person=-`)).toEqual(['administrator: edit-product']);
    expect(await actionsOf('?person=demo-ada')).toEqual([
      'Ada (demo-ada): edit-product',
      'Ada (demo-ada): export-orders',
      'Ada (demo-ada): read-orders',
    ]);
    expect(await actionsOf('?person=demo-ada&action=read-orders&limit=1')).toEqual(['Ada (demo-ada): read-orders']);
    expect(await actionsOf('?person=demo-bob')).toEqual([]);
  });

  it('has an endpoint that names the people in it', async () => {
    const { body } = await admin.call('GET', '/api/admin-audit/people');
    expect(body).toEqual({
      people: [
        { id: 'demo-ada', name: 'Ada (demo-ada)' },
        { id: '-', name: 'administrator' },
      ],
    });
  });

  it.each(['?action=', '?action=Edit', "?action='--", '?person=', '?from=-1', '?from=x', '?until=1e99', '?limit=501'])(
    'rejects %s',
    async (query) => {
      expect((await admin.call('GET', `/api/admin-audit${query}`)).status).toBe(400);
    },
  );
});

it('[AUDIT3] an export is filtered, and becomes an entry and a security event', async () => {
  recorder.clear();
  const { body } = await admin.call('POST', '/api/admin-audit/export', { action: 'log-in' }, ada);
  expect(body).toMatchObject({ entries: [{ action: 'log-in' }], more: false });
  expect(await list('?limit=1')).toMatchObject([
    { actor: 'Ada (demo-ada)', action: 'export-audit', after: { count: 1 } },
  ]);
  expect(recorder.events('personal-data-exported')).toMatchObject([{ detail: { count: 1 } }]);
});
