import { afterAll, beforeEach, expect, it } from 'vitest';
import { encodeRequest } from '#contract/http/codec.ts';
import { createAdminTokens } from '../identity/admin/admin-tokens.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { CALLS, ENDPOINTS } from '../testing/hostile/every-call.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';

type Outcome = string;
/** `ok`, or the error code, for: a visitor, another user, an administrator, Alice herself. */
type Outcomes = readonly [visitor: Outcome, other: Outcome, admin: Outcome, alice: Outcome];

const everybody = (outcome = 'ok'): Outcomes => [outcome, outcome, outcome, outcome];
/** About the caller: other users get their own data. */
const anyUser = (): Outcomes => ['unauthorized', 'ok', 'unauthorized', 'ok'];
/** Names the user it is about. */
const ownUser = (): Outcomes => ['unauthorized', 'identity-mismatch', 'unauthorized', 'ok'];
/** About Alice's chat. */
const members = (outcome = 'ok'): Outcomes => ['unauthorized', 'not-found', 'unauthorized', outcome];
const administrators = (outcome = 'ok'): Outcomes => ['unauthorized', 'forbidden', outcome, 'forbidden'];

const TABLE: Readonly<Record<string, Outcomes>> = {
  getHealth: everybody(),
  getReadiness: everybody(),
  listProducts: everybody(),
  getProduct: everybody(),
  batchProducts: everybody(),
  viewProduct: everybody(),
  listCategories: everybody(),
  getManifest: everybody(),
  getBlock: everybody('not-found'),
  getChanges: everybody(),
  browseProducts: everybody(),
  getOverview: everybody(),

  listDemoUsers: everybody(),
  createDemoCredential: everybody(),
  getSignIn: everybody(),
  createSession: everybody(),
  getSession: anyUser(),
  deleteSession: everybody(),
  listSessions: anyUser(),
  // Names a session of Alice.
  revokeSession: ['unauthorized', 'not-found', 'unauthorized', 'ok'],
  revokeSessions: anyUser(),
  login: everybody(),
  verifyToken: everybody(),
  logout: everybody(),

  getCart: ownUser(),
  addToCart: ownUser(),
  setCartQuantity: ownUser(),
  removeFromCart: ownUser(),
  createPurchase: ownUser(),
  listPurchases: ownUser(),
  deletePurchase: ['unauthorized', 'not-found', 'unauthorized', 'ok'],
  pullAccount: anyUser(),
  pushOperations: ownUser(),
  startChat: ownUser(),
  listMessages: members(),
  // Admitted, but the call has no photo.
  uploadChatPhoto: members('unsupported-media-type'),
  getChatPhoto: members(),
  downloadMyData: anyUser(),
  deleteMyData: anyUser(),
  getPushKey: everybody(),
  subscribePush: anyUser(),
  unsubscribePush: anyUser(),

  listAdminPurchases: administrators(),
  listAdminOrderChanges: administrators(),
  setShipment: administrators(),
  deleteAdminPurchase: administrators('not-expired'),

  nextId: administrators(),
  addProduct: administrators(),
  editProduct: administrators(),
  deleteProduct: administrators(),
  restoreProduct: administrators(),
  listDeletedProducts: administrators(),
  importProducts: administrators(),
  exportProducts: administrators(),
  listAudit: administrators(),
  listAuditPeople: administrators(),
  exportAudit: administrators(),

  // Admitted, but the call has no image.
  uploadImages: administrators('unsupported-media-type'),
  listImages: everybody(),
  orderImages: administrators(),
  deleteImage: administrators(),
  getImage: everybody('not-found'),
  fetchLinkedImage: administrators('link-refused'),
  uploadEditorImage: administrators('unsupported-media-type'),
  deleteEditorImage: administrators('not-found'),
  deleteEditorFolder: administrators('product-exists'),
};

let alice: AliceWorld | undefined;

// Calls that only read share a world: building one takes longer than all calls to it.
beforeEach(async () => {
  if (alice) return;
  alice = await startAliceWorld();
});
const leaveWorld = async (): Promise<void> => {
  await alice?.app.stop();
  alice = undefined;
};
afterAll(leaveWorld);

it('[AUTH1] the table covers every call', () => {
  const names = [...ENDPOINTS.keys()].sort();
  expect(Object.keys(TABLE).sort()).toEqual(names);
  expect(Object.keys(CALLS).sort()).toEqual(names);
});

it.each([...ENDPOINTS])('[AUTH1] %s is answered to the callers who may use it only', async (name, endpoint) => {
  const row = TABLE[name];
  const makeInput = CALLS[name];
  if (!row || !makeInput) return expect.fail(`${name} has no row`);
  if (!alice) return expect.fail('there is no world');
  const { app, headers, world, readAlice } = alice;

  const call = async (identity: Readonly<Record<string, string>>): Promise<Outcome> => {
    const input = (await makeInput(world)) as Parameters<typeof encodeRequest>[1];
    const request = encodeRequest(endpoint, input);
    const reply = await send(app.url, request.url, {
      method: request.method,
      headers: { ...request.headers, ...identity },
      ...(request.body !== undefined && { body: request.body }),
    });
    return reply.status < 300 ? 'ok' : String(json(reply)['code']);
  };

  const before = await readAlice();
  const [visitor, other, admin, own] = row;
  expect(['visitor', await call({})]).toEqual(['visitor', visitor]);
  expect(['other', await call((await signIn(app, 'bob')).headers)]).toEqual(['other', other]);
  // A token that only looks like an administrator's grants nothing.
  const forged = await call({ authorization: `Bearer adm_${'A'.repeat(43)}` });
  expect(['forged', forged]).toEqual(['forged', visitor]);
  if (endpoint.access !== 'admin') expect(['admin', await call(await signInAdmin(app))]).toEqual(['admin', admin]);
  expect(await readAlice()).toEqual(before);
  expect(['alice', await call(headers)]).toEqual(['alice', own]);
  if (endpoint.access === 'admin') {
    // Being listed grants nothing without a token, and a token grants nothing outside of its browser.
    expect(['listed', await call((await signIn(app, 'ada')).headers)]).toEqual(['listed', other]);
    const token = await createAdminTokens(app.context.database, app.context.now).create('a mark of another browser');
    const stolen = await call({ authorization: `Bearer ${token}` });
    expect(['stolen', stolen]).toEqual(['stolen', visitor]);
    expect(await readAlice()).toEqual(before);
    expect(['admin', await call(await signInAdmin(app))]).toEqual(['admin', admin]);
  }
  if (endpoint.method !== 'GET') await leaveWorld();
});
