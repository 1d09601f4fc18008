import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as account from './http/account.ts';
import * as admin from './http/admin.ts';
import * as cart from './http/cart.ts';
import * as chats from './http/chats.ts';
import * as demoIdentity from './http/demo-identity.ts';
import * as operations from './http/health.ts';
import * as orders from './http/orders.ts';
import * as products from './http/products.ts';
import * as push from './http/push.ts';
import * as session from './http/session.ts';
import * as sync from './http/catalog.ts';
import { MUTATIONS } from './mutations.ts';
import { CARD_COLUMNS } from './blocks/card.ts';
import { DETAIL_FIELDS } from './blocks/details-block.ts';
import { hashText } from './blocks/digest.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';
import { downMessageSchema } from './realtime/down.ts';
import { upMessageSchema } from './realtime/up.ts';

/** Describes all wire shapes as one text. */
function describeWire(): string {
  const endpoints = [
    account,
    admin,
    cart,
    chats,
    demoIdentity,
    operations,
    orders,
    products,
    push,
    session,
    sync,
  ].flatMap((module) => Object.values(module).filter((member) => 'method' in member));
  const shapes = endpoints.map((endpoint) => [
    endpoint.method,
    endpoint.path,
    ...(['params', 'query', 'body', 'reply'] as const).map((part) => {
      const schema = (endpoint as Partial<Record<typeof part, z.ZodMiniType>>)[part];
      return schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : null;
    }),
  ]);
  const frames = [upMessageSchema, downMessageSchema].map((schema) =>
    z.toJSONSchema(schema, { unrepresentable: 'any' }),
  );
  const mutations = Object.entries(MUTATIONS).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ]);
  return JSON.stringify({ shapes, frames, mutations, CARD_COLUMNS, DETAIL_FIELDS });
}

it('a change of the wire format is noticed: raise PROTOCOL_VERSION if older clients cannot read it', () => {
  const fingerprint = hashText(describeWire()).toString(16);
  expect(`${PROTOCOL_VERSION} ${fingerprint}`).toMatchInlineSnapshot(`"1 89c5176"`);
});
