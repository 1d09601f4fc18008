import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { adminEndpoint, rateClassOf, visitorEndpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { errorsOf } from './endpoint-errors.ts';

const isEndpoint = (entry: [string, unknown]): entry is [string, Endpoint] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'method' in entry[1] && 'path' in entry[1];

/** Every call of the contract, by its name. */
const CALLS = Object.values(import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true }))
  .flatMap((module) => Object.entries(module))
  .filter(isEndpoint);

it('a call of administrators has the errors of its access and a changing one the rate class of writes, undeclared', () => {
  const plain = adminEndpoint('any', 'PUT /a/{id}', { summary: '', params: z.object({ id: z.string() }) });
  expect(plain).toMatchObject({ access: 'admin', role: 'any', method: 'PUT', path: '/a/{id}' });
  for (const code of ['unauthorized', 'forbidden', 'access-revoked', 'role-needed', 'not-found'] as const)
    expect(errorsOf(plain)).toContain(code);
  expect(errorsOf(visitorEndpoint('PUT /a', { summary: '' }))).not.toContain('unauthorized');
  expect(rateClassOf(plain)).toBe('write');
  expect(rateClassOf({ method: 'GET' })).toBe('read');
  expect(rateClassOf({ method: 'POST', rateLimit: 'read' })).toBe('read');
});

it('no call declares what follows from its access, its parts or its method', () => {
  expect(CALLS.length).toBeGreaterThan(90);
  const repeats = CALLS.flatMap(([name, { errors = [], rateLimit, ...endpoint }]) => {
    const implied = new Set(errorsOf(endpoint));
    const words = [...errors.filter((code) => implied.has(code)), rateLimit === rateClassOf(endpoint) && rateLimit];
    return words.filter(Boolean).map((word) => `${name}: ${word}`);
  });
  expect(repeats).toEqual([]);
});
