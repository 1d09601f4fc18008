import { createECDH } from 'node:crypto';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { DELETE_CONFIRMATION } from '#contract/http/my-data.ts';
import { listCalls } from '../../openapi/list-calls.ts';
import { CAMERA_ID, purchaseOf } from '../apps/order-app.ts';

/** Every endpoint of the contract by name. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  (await listCalls()).map(({ name, endpoint }) => [name, endpoint]),
);

/** The data that calls refer to: data of Alice in a shop with one product. */
export interface World {
  readonly paymentId: string;
  readonly pushEndpoint: string;
  readonly photoName: string;
  /** A session of Alice other than the calling one. */
  readonly sessionId: string;
  credential(): Promise<string>;
  /** An administrator who has not registered, and the secret of their link. */
  readonly administratorId: string;
  readonly registrationLink: string;
}

const CREDENTIAL = { id: 'nope', rawId: 'nope', type: 'public-key', clientExtensionResults: {} };
const ASSERTION = { ...CREDENTIAL, response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' } };
const ATTESTATION = { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'e30' } };

/** The input of a call. */
export interface CallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export const PASSWORD = 'correct horse battery';
export const ALICE = 'demo-alice';
export const CHAT = chatIdOf(ALICE, CAMERA_ID);
export const ITEM = { product_id: CAMERA_ID, condition: 'good' };
const REPLY = '7b0f3c1e-5a52-4a0b-9b53-0d4b1d5c6f01';
const AYZ = { shop: 'ayz' };
const CAMERA = { ...AYZ, id: CAMERA_ID };
const SHIPMENT = { shipped: true, postal_service: 'Post', tracking_number: 'A 1', force: true };

/** Creates a push subscription like a browser's. */
export function createSubscription(endpoint: string) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') } };
}

/** A valid input of each call, by Alice or an administrator. */
export const CALLS: Readonly<Record<string, (world: World) => CallInput | Promise<CallInput>>> = {
  getHealth: () => ({}),
  getReadiness: () => ({}),
  getOpenApi: () => ({}),
  getApiDocs: () => ({}),
  listProducts: () => ({ query: AYZ }),
  getProduct: () => ({ params: { id: CAMERA_ID }, query: AYZ }),
  batchProducts: () => ({ query: AYZ, body: { ids: [CAMERA_ID] } }),
  viewProduct: () => ({ params: { id: CAMERA_ID }, query: AYZ }),
  listCategories: () => ({ query: AYZ }),
  getManifest: () => ({ params: AYZ }),
  getBlock: () => ({ params: { hash: 'nope' } }),
  getBlocks: () => ({ params: { hashes: 'nope' } }),
  getChanges: () => ({ params: AYZ, query: { epoch: 'a', since: 0 } }),
  browseProducts: () => ({ params: AYZ, query: {} }),
  getOverview: () => ({ params: AYZ, query: {} }),

  listDemoUsers: () => ({}),
  createDemoCredential: () => ({ body: { sub: 'demo-eve', name: 'Eve', email: 'eve@demo.invalid' } }),
  getSignIn: () => ({}),
  getShopSettings: () => ({}),
  createSession: async ({ credential }) => ({
    query: { transport: 'bearer' },
    body: { credential: await credential() },
  }),
  getSession: () => ({}),
  openChatSession: () => ({}),
  deleteSession: () => ({ query: { everywhere: '1' } }),
  listSessions: () => ({}),
  revokeSession: ({ sessionId }) => ({ params: { id: sessionId } }),
  revokeSessions: () => ({ query: { scope: 'others' } }),
  login: () => ({ body: { password: PASSWORD } }),
  verifyToken: () => ({ body: { token: 'adm_x' } }),
  logout: () => ({}),

  loginWithPasskey: () => ({ body: { response: ASSERTION } }),
  retryPasskeyLogin: () => ({}),
  loginWithRecoveryCode: () => ({ body: { code: 'nope' } }),
  startRegistration: ({ registrationLink }) => ({ body: { link: registrationLink } }),
  finishRegistration: ({ registrationLink }) => ({ body: { link: registrationLink, response: ATTESTATION } }),
  getOwnAccess: () => ({}),
  startProof: () => ({}),
  finishProof: () => ({ body: { response: ASSERTION } }),
  replaceRecoveryCodes: () => ({}),
  linkChatLogin: () => ({}),
  unlinkChatLogin: () => ({}),
  removeOwnPasskey: () => ({ params: { passkey: 'nope' } }),
  listAdminSessions: () => ({}),
  revokeAdminSession: () => ({ params: { id: 'nope' } }),
  listAdministrators: () => ({}),
  addAdministrator: () => ({ body: { name: 'Grace', roles: ['catalogue'] } }),
  editAdministrator: ({ administratorId: id }) => ({ params: { id }, body: { roles: ['chat'] } }),
  revokeAdministrator: ({ administratorId: id }) => ({ params: { id } }),
  createRegistrationLink: ({ administratorId: id }) => ({ params: { id } }),
  removePasskey: ({ administratorId: id }) => ({ params: { id, passkey: 'nope' } }),

  getCart: () => ({ params: { userId: ALICE } }),
  addToCart: () => ({ body: { google_id: ALICE, ...ITEM, quantity: 1 } }),
  setCartQuantity: () => ({ body: { google_id: ALICE, ...ITEM, quantity: 3 } }),
  removeFromCart: () => ({ body: { google_id: ALICE, ...ITEM } }),
  createPurchase: () => ({ body: purchaseOf(ALICE) }),
  listPurchases: () => ({ params: { userId: ALICE } }),
  deletePurchase: ({ paymentId }) => ({ params: { paymentId } }),
  pullAccount: () => ({ query: {} }),
  pushOperations: ({ paymentId }) => ({
    body: {
      client: 'device-1',
      user: ALICE,
      ops: [
        { id: 'operation-1', number: 1, name: 'removeCartItem', args: ITEM },
        { id: 'operation-2', number: 2, name: 'deleteOrder', args: { payment_id: paymentId } },
        {
          id: 'operation-3',
          number: 3,
          name: 'sendMessage',
          args: { chat_id: CHAT, message_id: 'm', content: 'Hello', images: [] },
        },
      ],
    },
  }),
  startChat: () => ({ body: { productId: CAMERA_ID, buyerGoogleId: ALICE } }),
  listOlderChats: () => ({ query: {} }),
  listMessages: () => ({ params: { chatId: CHAT }, query: {} }),
  uploadChatPhoto: () => ({ params: { chatId: CHAT } }),
  getChatReplies: () => ({}),
  listChatReplies: () => ({}),
  saveChatReply: () => ({ params: { id: REPLY }, body: { name: 'Hello', text: 'Hello {buyer}', version: 0 } }),
  deleteChatReply: () => ({ params: { id: REPLY } }),
  orderChatReplies: () => ({ body: { ids: [REPLY] } }),
  getChatPhoto: ({ photoName }) => ({ params: { chatId: CHAT, name: photoName } }),
  downloadMyData: () => ({}),
  deleteMyData: () => ({ body: { confirmation: DELETE_CONFIRMATION } }),
  getPushKey: () => ({}),
  subscribePush: () => ({ body: createSubscription('https://push.example/other') }),
  unsubscribePush: ({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint } }),
  compareWatches: ({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint, digest: 0 } }),
  replaceWatches: ({ pushEndpoint }) => ({
    body: {
      endpoint: pushEndpoint,
      list: { time_zone: 'Europe/Berlin', quiet: null, watches: [{ ...CAMERA, life: 0, saved_cents: 1_250 }] },
    },
  }),
  stopWatches: ({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint, products: [CAMERA] } }),

  listAdminPurchases: () => ({ query: {} }),
  noteOrderExport: () => ({ body: { count: 2 } }),
  listAdminOrderChanges: () => ({ query: { since: 0 } }),
  setShipment: ({ paymentId }) => ({ params: { paymentId }, body: SHIPMENT }),
  deleteAdminPurchase: ({ paymentId }) => ({ params: { paymentId } }),

  nextId: () => ({ query: AYZ }),
  addProduct: () => ({
    query: AYZ,
    body: { title: 'Tripod', main_category: 'Photo', category: 'More' },
  }),
  editProduct: () => ({ params: CAMERA, body: { title: 'Old camera' } }),
  deleteProduct: () => ({ params: CAMERA }),
  restoreProduct: () => ({ params: CAMERA }),
  listDeletedProducts: () => ({ query: AYZ }),
  getFirstSteps: () => ({}),
  removeDemoProducts: () => ({}),
  restoreProducts: () => ({ body: { products: [{ ...AYZ, ids: [CAMERA_ID] }] } }),
  importProducts: () => ({ query: AYZ, body: { rows: [{ title: 'Lens' }], dryRun: false } }),
  exportProducts: () => ({ query: AYZ }),
  importRedirects: () => ({ query: AYZ, body: { rows: [{ old_path: '/lens', product: '1' }], dryRun: false } }),
  listImageDownloads: () => ({ query: AYZ }),
  retryImageDownloads: () => ({ query: AYZ }),
  importImage: () => ({ query: AYZ }),
  getInsights: () => ({}),
  changeShopSettings: () => ({ body: { about: { en: 'Lamps' } } }),
  listAudit: () => ({ query: {} }),
  listAuditPeople: () => ({}),
  exportAudit: () => ({ body: {} }),

  uploadImages: () => ({}),
  listImages: () => ({ params: CAMERA }),
  orderImages: () => ({ params: CAMERA, body: { images: [] } }),
  deleteImage: () => ({ params: { ...CAMERA, fileName: '1.webp' } }),
  getImage: () => ({ params: { folder: 'AYZProducts', id: CAMERA_ID, name: '1.webp' } }),
  fetchLinkedImage: () => ({ body: { url: 'http://127.0.0.1/' } }),
  uploadEditorImage: () => ({ params: CAMERA }),
  deleteEditorImage: () => ({ body: { src: '/images/editor/nope.webp' } }),
  deleteEditorFolder: () => ({ params: CAMERA }),
};
