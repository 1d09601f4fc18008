import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Functions that run a database operation, or a transaction in it, and may repeat it on another connection. */
const REPEATS = /^(?:run|transaction|transactOnce|useIndex|write|read|change|keep)$/;
/** Calls whose results differ from run to run. */
const CHANGING = /^(?:crypto\.\w+|Math\.random|Date\.now|performance\.now)$/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type.startsWith('Function');
const nameOf = (node: unknown): string => String((node as Node | undefined)?.['name'] ?? '');

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of children(node)) walk(child, visit);
}

/** The functions that the engine declares, by name. */
const declared = new Map<string, Node>();
/** Functions that may run twice. */
const repeated: (readonly [place: string, run: Node])[] = [];

for (const path of globSync('sync/**/*.ts', { exclude: ['sync/testing/**', 'sync/**/*.test.ts'] })) {
  walk(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as unknown as Node, (node) => {
    if (node.type === 'FunctionDeclaration') declared.set(nameOf(node['id']), node);
    if (node.type === 'VariableDeclarator' && isNode(node['init']) && isFunction(node['init']))
      declared.set(nameOf(node['id']), node['init']);
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    if (!REPEATS.test(nameOf(callee['property'] ?? callee))) return;
    for (const given of node['arguments'] as Node[]) if (isFunction(given)) repeated.push([path, given]);
  });
}

/** Lists the calls whose results differ from run to run, in a function and in those that it calls. */
function listChanging(run: Node, known = new Set<Node>()): string[] {
  if (known.has(run)) return [];
  known.add(run);
  const found: string[] = [];
  walk(run, (node) => {
    if (
      node.type === 'NewExpression' &&
      nameOf(node['callee']) === 'Date' &&
      (node['arguments'] as Node[]).length === 0
    )
      found.push('new Date()');
    if (node.type !== 'CallExpression') return;
    const callee = node['callee'] as Node;
    const call = `${nameOf(callee['object'])}.${nameOf(callee['property'])}`;
    if (CHANGING.test(call)) found.push(call);
    const called = declared.get(nameOf(callee));
    if (called) found.push(...listChanging(called, known));
  });
  return found;
}

it('[OUT1] no write makes an id, a key or a time: it may run twice', () => {
  expect(repeated.length).toBeGreaterThan(50);
  expect(repeated.flatMap(([path, run]) => listChanging(run).map((call) => `${path}: ${call}`))).toEqual([]);
});
