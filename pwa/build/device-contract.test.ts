import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dropServerParts, markPure } from './device-contract.ts';

const FOLDER = new URL('../../sync/contract/http/', import.meta.url);

it('the contract for devices keeps the route, the reply and the token of an endpoint, and the number of lines', () => {
  const code =
    "export const a = visitorEndpoint('GET /a', {\n  summary:\n    'It’s \\'one\\': a, b',\n  params,\n  takesToken: true,\n  reply: z.object({ query: b }),\n  query: z.object({\n    c,\n  }),\n});\nexport const d = { query: 1 };\n";
  expect(dropServerParts('a.ts', code)).toBe(
    "export const a = visitorEndpoint('GET /a', {\n  \n\n  \n  takesToken: true,\n  reply: z.object({ query: b }),\n  \n\n\n});\nexport const d = { query: 1 };\n",
  );
});

it('calls that create constants are marked as pure, but none that runs within a function', () => {
  const code = 'export const a = z.object({ b: z.int().check(c(1)) });\nconst d = (e) => f(e);\ng(a);\n';
  expect(markPure('a.ts', code)).toBe(
    'export const a = /* @__PURE__ */ z.object({ b: /* @__PURE__ */ z.int().check(/* @__PURE__ */ c(1)) });\nconst d = (e) => f(e);\ng(a);\n',
  );
});

it('every endpoint of the contract is found', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const left = files.filter((name) =>
    /^ *summary:/m.test(dropServerParts(name, readFileSync(new URL(name, FOLDER), 'utf8'))),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(left).toEqual([]);
});
