import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { FIRST_STEP_NAMES } from '#contract/http/first-steps.ts';
import type { FirstStepsReply } from '#contract/http/first-steps.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { json, send } from '../../testing/clients/send.ts';
import { signInAdmin } from '../../testing/clients/sign-in.ts';
import { readDemoCatalogue } from '../../seed/demo-catalogue.ts';
import { toExternalId } from '../../seed/demo-products.ts';
import { runDoctor } from '../doctor-command.ts';

const REAL = {
  NODE_ENV: 'production',
  BRAND: 'Corner Shop',
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
  PUBLIC_URL: 'https://shop.example',
  NOWPAYMENTS_API_KEY: 'key-of-the-shop',
  NOWPAYMENTS_IPN_SECRET: 'secret-of-the-shop',
};

const apps: TestApp[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-steps-'));
  folders.push(folder);
  return folder;
};

async function open(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await startTestApp({ env });
  apps.push(app);
  return app;
}

async function readSteps(app: TestApp, roles?: readonly AdminRole[]): Promise<FirstStepsReply> {
  return json(
    await send(app.url, '/api/first-steps', { headers: await signInAdmin(app, roles) }),
  ) as unknown as FirstStepsReply;
}

const listLeft = async (app: TestApp): Promise<string[]> =>
  (await readSteps(app)).steps.filter(({ isDone }) => !isDone).map(({ step }) => step);

const addProduct = ({ context }: TestApp) =>
  context.products.saveProducts('pc', [{ fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } }]);

async function addDemoProducts({ context }: TestApp): Promise<void> {
  const [product] = await readDemoCatalogue('pc');
  await context.products.saveProducts('pc', [{ id: 1, external_id: toExternalId(1), fields: product?.fields ?? {} }]);
}

async function registerPasskey({ context: { database } }: TestApp): Promise<void> {
  const person = { name: 'Ada', roles: '["owner"]', created_at: 1, registered_at: 1, revoked_at: null, chat_sub: null };
  await database.writer
    .insertInto('administrator')
    .values({ id: randomUUID(), ...person })
    .execute();
}

it('[STEP1] in an empty demo all steps are open, in their order', async () => {
  const app = await open();
  expect(await listLeft(app)).toEqual(FIRST_STEP_NAMES);
});

it('[STEP1] a step is done as long as its conditions are true, and open again when they are not', async () => {
  const backups = await makeFolder();
  const app = await open({ ...REAL, BACKUP_DIR: backups });
  expect(await listLeft(app)).toEqual(['access', 'products', 'backup']);
  await registerPasskey(app);
  await addProduct(app);
  await writeFile(join(backups, 'hexlime-backup'), '');
  expect(await listLeft(app)).toEqual([]);
  await writeFile(join(app.context.config.dataDir, 'admin-password.txt'), 'generated');
  await rm(join(backups, 'hexlime-backup'));
  expect(await listLeft(app)).toEqual(['access', 'backup']);
});

it('[STEP1] products of the demo are counted, and the step of products is open as long as there are any', async () => {
  const app = await open();
  await addDemoProducts(app);
  await addProduct(app);
  expect((await readSteps(app)).demoProducts).toBe(1);
  expect(await listLeft(app)).toContain('products');
  await app.context.products.deleteProducts('pc', [1]);
  expect(await listLeft(app)).not.toContain('products');
});

it.each([
  [['owner'], FIRST_STEP_NAMES, 1],
  [['catalogue', 'chat'], ['products'], 1],
  [['orders'], [], 0],
] as const)('[STEP2] the roles %j are shown the steps %j', async (roles, steps, demo) => {
  const app = await open();
  await addDemoProducts(app);
  const reply = await readSteps(app, roles);
  expect(reply.steps.map(({ step }) => step)).toEqual(steps);
  expect(reply.demoProducts).toBe(demo);
});

it('[STEP1] the doctor lists in the terminal the same open steps as the administration', async () => {
  const dataDir = await makeFolder();
  const env = { ...REAL, DATABASE_URL: `sqlite:${join(dataDir, 'shop.sqlite')}` };
  const app = await startTestApp({ dataDir, env });
  apps.push(app);
  await addProduct(app);
  let text = '';
  await runDoctor({ ...env, DATA_DIR: dataDir }, { write: (part: string) => (text += part) !== '' }, Date.now());
  expect(await listLeft(app)).toEqual(['access', 'backup']);
  expect(text.split('\n').slice(0, 8)).toEqual([
    'First steps, 5 of 7 done:',
    '  [ ] Your own password and passkey',
    '  [x] The name of the shop',
    '  [x] Products',
    '  [x] Payment',
    '  [x] Login of shoppers',
    '  [x] Public address',
    '  [ ] Backup',
  ]);
});
