import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from './http/endpoint.ts';
import { MUTATIONS } from './http/mutations.ts';
import { CARD_COLUMNS } from './blocks/card.ts';
import { DETAIL_FIELDS } from './blocks/details-block.ts';
import { hashText } from './text/hash-text.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';
import { downMessageSchema } from './realtime/down.ts';
import { upMessageSchema } from './realtime/up.ts';

declare global {
  interface ImportMeta {
    /** Vite's import of all matching modules, by path. */
    glob(patterns: readonly string[], options: { readonly eager: true }): Record<string, Record<string, unknown>>;
  }
}

/** All files of calls, so that a new one is covered without an entry here. */
const MODULES = Object.values(import.meta.glob(['./http/*.ts', '!./http/*.test.ts'], { eager: true }));

const isEndpoint = (member: unknown): member is Endpoint =>
  typeof member === 'object' && member !== null && 'method' in member && 'path' in member;

/** Describes all wire shapes as one text. */
function describeWire(): string {
  const endpoints = MODULES.flatMap((module) => Object.values(module)).filter(isEndpoint);
  const shapes = endpoints.map((endpoint) => [
    endpoint.method,
    endpoint.path,
    ...(['params', 'query', 'body', 'reply'] as const).map((part) => {
      const schema = endpoint[part];
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
  expect(`${PROTOCOL_VERSION} ${fingerprint}`).toMatchInlineSnapshot(`"2 aae924d"`);
});
