import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Functions that run a read as a live query. */
const LIVE = /^(?:useUserRead|useUserData|useAdminData|useLiveQuery|liveQuery)$/;
const SIDE_BY_SIDE = /^Promise\.(?:all|allSettled|any|race)$/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => String((node as Node | undefined)?.['name'] ?? '');

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of children(node)) walk(child, visit);
}

/** The functions that the page declares, by name. */
const declared = new Map<string, Node>();
/** The reads of live queries, with the files that they are in. */
const reads: (readonly [place: string, read: Node])[] = [];

for (const path of globSync('pwa/{app,features,platform,ui}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })) {
  const lang = path.endsWith('x') ? 'tsx' : 'ts';
  walk(parseAst(readFileSync(path, 'utf8'), { lang }) as unknown as Node, (node) => {
    if (node.type === 'FunctionDeclaration') declared.set(nameOf(node['id']), node);
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && node['init'].type === 'ArrowFunctionExpression')
      declared.set(nameOf(node['id']), node['init']);
    if (node.type !== 'CallExpression' || !LIVE.test(nameOf(node['callee']))) return;
    const [read] = node['arguments'] as Node[];
    if (read) reads.push([path, read]);
  });
}

/** Lists the calls by which a read, or a function that it calls, does several things side by side. */
function listSideBySide(given: Node, known = new Set<Node>()): string[] {
  const read = declared.get(nameOf(given)) ?? given;
  if (known.has(read)) return [];
  known.add(read);
  const found: string[] = [];
  walk(read, (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    const call = `${nameOf(callee['object'])}.${nameOf(callee['property'])}`;
    if (SIDE_BY_SIDE.test(call)) found.push(call);
    if (declared.has(nameOf(callee))) found.push(...listSideBySide(callee, known));
  });
  return found;
}

// In Chromium, not in fake-indexeddb, Dexie loses the zone of transactions that run side by side in one live query: they are committed too early.
it('a live query reads one thing after the other', () => {
  expect(reads.length).toBeGreaterThan(30);
  expect(reads.flatMap(([path, read]) => listSideBySide(read).map((call) => `${path}: ${call}`))).toEqual([]);
});
