import { parseSync } from 'vite';
import type { Plugin } from 'vite';

const CONTRACT = /\/sync\/contract\/.*\.ts$/;
const ENDPOINT = /^(?:visitor|user|admin)Endpoint$/;
/** What a device reads of an endpoint beside its route and its access. */
const DEVICE_PARTS: ReadonlySet<string> = new Set(['reply', 'takesToken']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/**
 * Keeps only what a device reads of each endpoint: its route, the schema of its reply, and whether it takes a token. The input of a call is
 * checked by types on the device, and by the other schemas on the server. Line numbers do not change.
 */
export function dropServerParts(file: string, code: string): string {
  const parts = listInitial(file, code)
    .filter(({ type, callee }) => type === 'CallExpression' && ENDPOINT.test(String((callee as Node)['name'])))
    .flatMap((call) => ((call['arguments'] as Node[]).at(-1)?.['properties'] as Node[] | undefined) ?? [])
    .filter(({ key }) => !DEVICE_PARTS.has(String((key as Node)['name'])));
  return parts.reduceRight((text, { start, end }) => {
    const lines = text.slice(start, end).replaceAll(/[^\n]/g, '');
    return text.slice(0, start) + lines + text.slice(end).replace(/^\s*,/, '');
  }, code);
}

/**
 * Marks the calls that create constants as pure. A bundler cannot know that of `z.string().check(…)`: where it keeps one schema of a module, it
 * would keep all of them, with everything that they use.
 */
export function markPure(file: string, code: string): string {
  // A chain of calls begins where its first call does.
  const starts = new Set(listInitial(file, code).map(({ start }) => start));
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
}

/** Lists the calls that create a module's constants when it is loaded, in the order of the code. */
function listInitial(file: string, code: string): Node[] {
  return (parseSync(file, code).program.body as unknown as Node[])
    .map((statement) => (statement['declaration'] ?? statement) as Node)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((constants) => [...walkCalls(constants)]);
}

function* walkCalls(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walkCalls(item);
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  const node = value as Node;
  // A function runs later, if at all.
  if (node.type.includes('Function')) return;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') yield node;
  for (const member of Object.values(node)) yield* walkCalls(member);
}

/** Builds the contract for devices, without parts that only the server reads or that no module uses. */
export function deviceContract(): Plugin {
  return {
    name: 'device-contract',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: CONTRACT },
      handler: (code, id) => ({ code: markPure(id, dropServerParts(id, code)), map: null }),
    },
  };
}
