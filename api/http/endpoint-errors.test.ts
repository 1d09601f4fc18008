import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { adminEndpoint, rateClassOf, visitorEndpoint } from '#contract/http/endpoint.ts';
import { listCalls } from '../openapi/list-calls.ts';
import { errorsOf } from './endpoint-errors.ts';

it('a call need not declare the errors of its access, nor a changing call the rate class of writes', () => {
  const plain = adminEndpoint('any', 'PUT /a/{id}', { summary: '', params: z.object({ id: z.string() }) });
  expect(plain).toMatchObject({ access: 'admin', role: 'any', method: 'PUT', path: '/a/{id}' });
  for (const code of ['unauthorized', 'forbidden', 'access-revoked', 'role-needed', 'not-found'] as const)
    expect(errorsOf(plain)).toContain(code);
  expect(errorsOf(visitorEndpoint('PUT /a', { summary: '' }))).not.toContain('unauthorized');
  expect(rateClassOf(plain)).toBe('write');
  expect(rateClassOf({ method: 'GET' })).toBe('read');
  expect(rateClassOf({ method: 'POST', rateLimit: 'read' })).toBe('read');
});

it('no call declares what follows from its access, its parts or its method', async () => {
  const calls = await listCalls();
  expect(calls.length).toBeGreaterThan(90);
  const repeats = calls.flatMap(({ name, endpoint: { errors = [], rateLimit, ...endpoint } }) => {
    const implied = new Set(errorsOf(endpoint));
    const words = [...errors.filter((code) => implied.has(code)), rateLimit === rateClassOf(endpoint) && rateLimit];
    return words.filter(Boolean).map((word) => `${name}: ${word}`);
  });
  expect(repeats).toEqual([]);
});
