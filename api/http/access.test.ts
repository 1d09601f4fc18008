import { afterAll, beforeEach, expect, it } from 'vitest';
import { encodeRequest } from '#contract/http/codec.ts';
import { ADMIN_ROLES } from '#contract/account/roles.ts';
import type { AdminRole } from '#contract/account/roles.ts';
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
/** For calls about the caller: other users get their own data. */
const anyUser = (): Outcomes => ['unauthorized', 'ok', 'unauthorized', 'ok'];
/** For calls that name the user whom they are about. */
const ownUser = (): Outcomes => ['unauthorized', 'identity-mismatch', 'unauthorized', 'ok'];
/** For calls about Alice's chat. */
const members = (outcome = 'ok'): Outcomes => ['unauthorized', 'not-found', 'unauthorized', outcome];
const administrators = (outcome = 'ok'): Outcomes => ['unauthorized', 'forbidden', outcome, 'forbidden'];

const TABLE: Readonly<Record<string, Outcomes>> = {
  getHealth: everybody(),
  getReadiness: everybody(),
  getOpenApi: everybody(),
  getApiDocs: everybody(),
  listProducts: everybody(),
  getProduct: everybody(),
  batchProducts: everybody(),
  viewProduct: everybody(),
  listCategories: everybody(),
  getManifest: everybody(),
  getBlock: everybody('not-found'),
  getBlocks: everybody('not-found'),
  getChanges: everybody(),
  browseProducts: everybody(),
  getOverview: everybody(),

  listDemoUsers: everybody(),
  createDemoCredential: everybody(),
  getSignIn: everybody(),
  getShopSettings: everybody(),
  createSession: everybody(),
  getSession: anyUser(),
  openChatSession: administrators(),
  deleteSession: everybody(),
  listSessions: anyUser(),
  // Names a session of Alice.
  revokeSession: ['unauthorized', 'not-found', 'unauthorized', 'ok'],
  revokeSessions: anyUser(),
  login: everybody(),
  verifyToken: everybody(),
  logout: everybody(),

  // These calls take only a pending token, which none of the callers has.
  loginWithPasskey: everybody('unauthorized'),
  retryPasskeyLogin: everybody('unauthorized'),
  loginWithRecoveryCode: everybody('unauthorized'),
  startRegistration: ['unauthorized', 'unauthorized', 'ok', 'unauthorized'],
  // Admitted, but the attestation is malformed.
  finishRegistration: ['unauthorized', 'unauthorized', 'registration-refused', 'unauthorized'],
  getOwnAccess: administrators(),
  // Here and below: the administrator has no name, and so no passkey.
  startProof: administrators('proof-needed'),
  finishProof: administrators('proof-needed'),
  replaceRecoveryCodes: administrators('proof-needed'),
  linkChatLogin: administrators('proof-needed'),
  unlinkChatLogin: administrators('proof-needed'),
  removeOwnPasskey: administrators('proof-needed'),
  listAdminSessions: administrators(),
  revokeAdminSession: administrators('not-found'),
  listAdministrators: administrators(),
  addAdministrator: administrators('proof-needed'),
  editAdministrator: administrators('proof-needed'),
  revokeAdministrator: administrators('proof-needed'),
  createRegistrationLink: administrators('proof-needed'),
  removePasskey: administrators('proof-needed'),

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
  listOlderChats: anyUser(),
  // Admitted, but the call has no photo.
  uploadChatPhoto: members('unsupported-media-type'),
  getChatPhoto: members(),
  downloadMyData: anyUser(),
  deleteMyData: anyUser(),
  getPushKey: everybody(),
  subscribePush: anyUser(),
  unsubscribePush: anyUser(),
  compareWatches: anyUser(),
  // For other users, the device that the call names has no subscription.
  replaceWatches: ['unauthorized', 'not-found', 'unauthorized', 'ok'],
  stopWatches: anyUser(),

  listAdminPurchases: administrators(),
  noteOrderExport: administrators(),
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
  getFirstSteps: administrators(),
  removeDemoProducts: administrators(),
  restoreProducts: administrators(),
  exportProducts: administrators(),
  importRedirects: administrators(),
  listImageDownloads: administrators(),
  retryImageDownloads: administrators(),
  // Admitted, but the call has no image.
  importImage: administrators('unsupported-media-type'),
  getInsights: administrators(),
  // For members of the staff, who are users.
  getChatReplies: ['unauthorized', 'forbidden', 'unauthorized', 'forbidden'],
  listChatReplies: administrators(),
  saveChatReply: administrators(),
  deleteChatReply: administrators(),
  orderChatReplies: administrators(),
  changeShopSettings: administrators(),
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

// Calls that only read, and those that no administrator here can complete, share a world: building one takes longer than all calls to it.
beforeEach(async () => {
  if (alice) return;
  alice = await startAliceWorld();
});
const leaveWorld = async (): Promise<void> => {
  await alice?.app.stop();
  alice = undefined;
};
afterAll(leaveWorld);

function mayChange(name: string): boolean {
  const endpoint = ENDPOINTS.get(name);
  return endpoint?.method !== 'GET' && (endpoint?.access !== 'admin' || TABLE[name]?.[2] === 'ok');
}

it('[AUTH1] the table covers every call', () => {
  const names = [...ENDPOINTS.keys()].sort();
  expect(Object.keys(TABLE).sort()).toEqual(names);
  expect(Object.keys(CALLS).sort()).toEqual(names);
});

it.each([...ENDPOINTS])('[AUTH1] %s is answered only to callers who may use it', async (name, endpoint) => {
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
    const { database, now } = app.context;
    const token = await createAdminTokens(database, now).create(database.writer, { deviceId: 'another browser' });
    const stolen = await call({ authorization: `Bearer ${token}` });
    expect(['stolen', stolen]).toEqual(['stolen', visitor]);
    expect(await readAlice()).toEqual(before);
    expect(['admin', await call(await signInAdmin(app))]).toEqual(['admin', admin]);
  }
  if (mayChange(name)) await leaveWorld();
});

const ADMIN_CALLS = [...ENDPOINTS].filter(([, { access }]) => access === 'admin');
/** The roles of different administrators; undefined: one without a name. */
const ROLE_SETS: readonly (readonly AdminRole[] | undefined)[] = [undefined, [], ...ADMIN_ROLES.map((role) => [role])];

it('[AUTH8] every call of administrators names its role, and no other call does', () => {
  for (const [name, { access, role }] of ENDPOINTS)
    expect([name, role !== undefined]).toEqual([name, access === 'admin']);
});

it.each(ADMIN_CALLS)('[AUTH8] %s is answered only to administrators with its role', async (name, endpoint) => {
  const makeInput = CALLS[name];
  if (!alice || !makeInput) return expect.fail(`${name} has no call`);
  const { app, world, readAlice, countRows } = alice;
  const { role = 'owner' } = endpoint;
  const mayCall = (roles: readonly AdminRole[] | undefined): boolean =>
    roles === undefined || role === 'any' || roles.includes(role) || roles.includes('owner');
  // Callers without the role come first, while the call could still take effect.
  const inOrder = ROLE_SETS.toSorted((one, other) => Number(mayCall(one)) - Number(mayCall(other)));
  for (const roles of inOrder) {
    const input = (await makeInput(world)) as Parameters<typeof encodeRequest>[1];
    const request = encodeRequest(endpoint, input);
    const identity = await signInAdmin(app, roles);
    const before = [await readAlice(), await countRows()];
    const reply = await send(app.url, request.url, {
      method: request.method,
      headers: { ...request.headers, ...identity },
      ...(request.body !== undefined && { body: request.body }),
    });
    const outcome = reply.status < 300 ? 'ok' : json(reply)['code'];
    expect([roles, outcome === 'role-needed']).toEqual([roles, !mayCall(roles)]);
    if (outcome === 'role-needed') expect([await readAlice(), await countRows()]).toEqual(before);
  }
  if (mayChange(name)) await leaveWorld();
});
