import type * as z from 'zod/mini';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode, Problem } from '#contract/http/errors.ts';
import type { Endpoint, EndpointCall } from '#contract/http/endpoint.ts';
import { findUnstorable } from './storable-text.ts';
import { SHOP_MEMBERS } from './endpoint-errors.ts';

/** The parts of a request that an endpoint reads, not decoded. */
export interface RawCall {
  readonly params: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly search: string;
  readonly body?: unknown;
}

/** Returns a matcher that reads the parameters of a path, still percent-encoded; undefined when the path does not match. */
export function compilePath(pattern: string): (path: string) => Record<string, string> | undefined {
  const names = Array.from(pattern.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  const source = pattern.replaceAll(/\{\w+\}/g, '([^/]+)');
  const expression = new RegExp(`^${source}$`);
  return (path) => {
    const match = expression.exec(path);
    return match ? Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) : undefined;
  };
}

/**
 * Validates a request against its endpoint.
 * @throws ApiError unknown-shop, not-found (invalid path parameters), bad-cursor, bad-request
 */
export function parseCall<E extends Endpoint>(endpoint: E, call: RawCall): EndpointCall<E> {
  return {
    params: endpoint.params && parsePart(endpoint, 'params', endpoint.params, decodeParams(call.params)),
    query: endpoint.query && parsePart(endpoint, 'query', endpoint.query, parseQuery(call.search)),
    body: endpoint.body && parsePart(endpoint, 'body', endpoint.body, call.body),
  } as EndpointCall<E>;
}

/**
 * Validates the text fields of a form.
 * @throws ApiError unknown-shop, bad-request
 */
export const parseFields = <S extends z.ZodMiniType>(
  endpoint: Endpoint & { readonly form: { readonly fields: S } },
  fields: Readonly<Record<string, unknown>>,
): z.output<S> => parsePart(endpoint, 'body', endpoint.form.fields, fields) as z.output<S>;

type Part = 'params' | 'query' | 'body';

function parsePart(endpoint: Endpoint, part: Part, schema: z.ZodMiniType, value: unknown): unknown {
  // A schema that copies this member would set the prototype of its output, with unchecked members.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    throw new ApiError(toBadCode(endpoint), 'There is no member __proto__.');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    requireStorable(endpoint, part, value);
    return parsed.data;
  }
  const { issues } = parsed.error;
  if (issues.some(({ path: [member] }) => member !== undefined && SHOP_MEMBERS.has(member)))
    throw new ApiError('unknown-shop');
  if (part === 'params') throw new ApiError('not-found');
  const errors: NonNullable<Problem['errors']> = issues.slice(0, 20).map((issue) => ({
    pointer: `/${part}${issue.path.map((segment) => `/${String(segment)}`).join('')}`,
    message: issue.message,
  }));
  throw new ApiError(toBadCode(endpoint), undefined, { errors });
}

/** Rejects texts that one of the database engines cannot hold, whatever the schema accepts. @throws ApiError as `parseCall` */
function requireStorable(endpoint: Endpoint, part: Part, value: unknown): void {
  const { readsApart = [] } = endpoint;
  const isWhole = part !== 'body' || readsApart.length === 0 || typeof value !== 'object' || value === null;
  const checked = isWhole
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => !readsApart.includes(name)));
  const found = findUnstorable(checked);
  if (!found) return;
  if (part === 'params') throw new ApiError('not-found');
  throw new ApiError(toBadCode(endpoint), undefined, {
    errors: [{ pointer: ['', part, ...found.path].join('/'), message: found.problem }],
  });
}

const toBadCode = ({ errors }: Endpoint): ErrorCode => (errors?.includes('bad-cursor') ? 'bad-cursor' : 'bad-request');

function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new ApiError('not-found');
  }
}

function parseQuery(search: string): Record<string, string> {
  // Without a prototype no name has a special meaning.
  const query = Object.create(null) as Record<string, string>;
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    // With two values of one name, two readers could use different ones.
    if (Object.hasOwn(query, name)) throw new ApiError('bad-request', `The parameter ${name} is given twice.`);
    query[name] = value;
  }
  return query;
}
