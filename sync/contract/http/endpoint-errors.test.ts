import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { defineEndpoint, rateClassOf } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { errorsOf } from './endpoint-errors.ts';

const isEndpoint = (entry: [string, unknown]): entry is [string, Endpoint] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'method' in entry[1] && 'path' in entry[1];

/** Every call of the contract, by its name. */
const CALLS = Object.values(import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true }))
  .flatMap((module) => Object.entries(module))
  .filter(isEndpoint);

it('a call of administrators has the errors of its access and a changing one the rate class of writes, undeclared', () => {
  const call = {
    method: 'PUT',
    path: '/a/{id}',
    summary: '',
    reply: z.undefined(),
    access: 'admin',
    role: 'any',
  } as const;
  const plain = defineEndpoint({ ...call, params: z.object({ id: z.string() }) });
  for (const code of ['unauthorized', 'forbidden', 'access-revoked', 'role-needed', 'not-found'] as const)
    expect(errorsOf(plain)).toContain(code);
  expect(errorsOf(defineEndpoint({ ...call, access: 'visitor', path: '/a' }))).not.toContain('unauthorized');
  expect(rateClassOf(plain)).toBe('write');
  expect(rateClassOf({ method: 'GET' })).toBe('read');
  expect(rateClassOf({ method: 'POST', rateLimit: 'read' })).toBe('read');
});

it('no call declares what follows from its access, its own id, its path or its method', () => {
  expect(CALLS.length).toBeGreaterThan(90);
  const repeats = CALLS.flatMap(([name, { access, ownId, params, errors = [], method, rateLimit }]) => {
    const implied = new Set<string>([
      ...(access === 'visitor' ? [] : ['unauthorized']),
      ...(access === 'admin' ? ['forbidden', 'access-revoked', 'role-needed'] : []),
      ...(ownId === undefined ? [] : ['identity-mismatch']),
      ...(params ? ['not-found'] : []),
    ]);
    const words = [...errors.filter((code) => implied.has(code)), rateLimit === rateClassOf({ method }) && rateLimit];
    return words.filter(Boolean).map((word) => `${name}: ${word}`);
  });
  expect(repeats).toEqual([]);
});
