import { compilePath } from '../../http/parse-call.ts';
import { encodeRequest, toUrl } from '#contract/http/codec.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { CallInput } from './every-call.ts';
import { BROKEN_TEXTS, HOSTILE_NUMBERS, HOSTILE_SEGMENTS, HOSTILE_TEXTS } from './hostile-input.ts';

/** A malicious request. */
export interface HostileCall {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Allowed statuses of the reply; any but a 5xx by default. */
  readonly statuses?: readonly number[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Values that are wrong for members of another type; the text is too long for any member. */
const WRONG_TYPES: readonly unknown[] = [null, {}, [[]], true, 'x'.repeat(30_000)];

interface Target {
  readonly endpoint: Endpoint;
  readonly endpoints: Iterable<Endpoint>;
  readonly input: CallInput;
  /** Members of the body that accept any value. */
  readonly free: ReadonlySet<string>;
}

/** Lists variants of a call that must be rejected for every caller. */
export function listRejectedCalls(target: Target): HostileCall[] {
  return [
    ...listWrongMethods(target),
    ...listWrongPaths(target),
    ...listWrongQueries(target),
    ...listWrongBodies(target),
  ];
}

/** Lists hostile variants of a call. Some of them are valid, because a text field may accept any text. */
export function listOddCalls({ endpoint, input }: Target): HostileCall[] {
  const { method, url, body } = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
  const members = Object.entries((input.body ?? {}) as Record<string, unknown>);
  const withMember = (name: string, value: unknown): HostileCall => ({
    what: `${name} is ${JSON.stringify(value).slice(0, 40)}`,
    method,
    path: url,
    headers: JSON_TYPE,
    body: JSON.stringify({ ...(input.body as object), [name]: value }),
  });
  const queries = Object.keys((input.query ?? {}) as object).flatMap((name) =>
    HOSTILE_TEXTS.filter((text) => text.length < 2_000).map((text): HostileCall => ({
      what: `${name} is ${JSON.stringify(text)}`,
      method,
      path: toUrl(endpoint.path, input.params as Record<string, unknown>, { ...(input.query as object), [name]: text }),
      ...(body !== undefined && { headers: JSON_TYPE, body }),
    })),
  );
  return [
    ...members.flatMap(([name, value]) => {
      if (typeof value === 'string') return [...HOSTILE_TEXTS, ...BROKEN_TEXTS].map((text) => withMember(name, text));
      if (typeof value === 'number') return HOSTILE_NUMBERS.map((number) => withMember(name, number));
      return [];
    }),
    ...queries,
  ];
}

/** Unexpected or malformed headers. */
export const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'é' },
  { 'if-match': 'W/"x"' },
  { 'if-match': '"99999999999999999999"' },
  { cookie: `sid=${'a'.repeat(3_000)}` },
  { cookie: '__proto__=1; sid=%00; device=;;; =' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'a'.repeat(3_000)}` },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { 'accept-encoding': 'zip;q=2, *;q=-1, gzip;q=' },
  { range: 'bytes=9-1, -0, 99999999999999999999-' },
  { 'if-none-match': '"'.repeat(500) },
  { 'x-forwarded-for': '::1, 127.0.0.1, <script>' },
];

function listWrongMethods({ endpoint, endpoints, input }: Target): HostileCall[] {
  const path = toUrl(endpoint.path, input.params as Record<string, unknown>);
  const taken = new Set(
    [...endpoints].filter((one) => compilePath(one.path)(path)).map(({ method }) => method as string),
  );
  return METHODS.filter((method) => !taken.has(method)).map((method) => ({
    what: `by ${method}`,
    method,
    path,
    statuses: [405],
  }));
}

function listWrongPaths({ endpoint, input }: Target): HostileCall[] {
  const { method, url, body } = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const params = Object.keys((input.params ?? {}) as object);
  return params.flatMap((name) =>
    HOSTILE_SEGMENTS.map((segment) => {
      const path = endpoint.path
        .replace(`{${name}}`, segment)
        .replaceAll(/\{(\w+)\}/g, (_, other: string) =>
          encodeURIComponent(String((input.params as Record<string, unknown>)[other])),
        );
      return {
        what: `${name} in the path is ${segment.slice(0, 30)}`,
        method,
        path: path + search,
        ...(body !== undefined && { headers: JSON_TYPE, body }),
        // An endpoint that expects a form rejects anything else with 415 first.
        statuses: [400, 403, 404, 405, 415],
      };
    }),
  );
}

function listWrongQueries({ endpoint, input }: Target): HostileCall[] {
  if (!endpoint.query) return [];
  const { method, url, body } = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
  const join = url.includes('?') ? '&' : '?';
  const added = ['isAdmin=1', '__proto__=1', 'constructor=1', '__proto__[a]=1', 'a=1&a=2', '%ED%A0%80=1'];
  const twice = Object.keys((input.query ?? {}) as object).map((name) => `${name}=1&${name}=2`);
  return [...added, ...twice].map((search) => ({
    what: `with ?${search}`,
    method,
    path: url + join + search,
    ...(body !== undefined && { headers: JSON_TYPE, body }),
    // An endpoint that expects a form rejects anything else with 415 first.
    statuses: endpoint.form ? [400, 415] : [400],
  }));
}

function listWrongBodies({ endpoint, input, free }: Target): HostileCall[] {
  if (!endpoint.body) return [];
  const { method, url: path, body = '' } = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
  const limit = endpoint.maxBodyBytes ?? 65_536;
  const of = (what: string, text: string, statuses = [400]): HostileCall => ({
    what,
    method,
    path,
    headers: JSON_TYPE,
    body: text,
    statuses,
  });
  const asType = (what: string, headers: Readonly<Record<string, string>>): HostileCall => ({
    what,
    method,
    path,
    headers,
    body,
    statuses: [415],
  });
  const members = Object.keys(input.body as object).filter((name) => !free.has(name));
  const isOpen = free.has('*');
  const withMember = (member: string): string => `{${member}${body === '{}' ? '' : ','}${body.slice(1)}`;
  return [
    ...['null', '[]', '7', '"text"', '{', 'undefined', `{"a":${'['.repeat(5_000)}`, `\u0000${body}`].map((text) =>
      of(`a body of ${text.slice(0, 20)}`, text),
    ),
    ...(isOpen
      ? []
      : ['"isAdmin":true', '"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{}}'].map((member) =>
          of(`with ${member}`, withMember(member)),
        )),
    ...members.flatMap((name) =>
      WRONG_TYPES.filter(
        (value) => typeof value !== typeof (input.body as Record<string, unknown>)[name] || typeof value === 'string',
      ).map((value) =>
        of(
          `${name} is ${JSON.stringify(value).slice(0, 20)}`,
          JSON.stringify({ ...(input.body as object), [name]: value }),
          [400, 403],
        ),
      ),
    ),
    of('a body over the limit', `{"a":"${'x'.repeat(limit)}"}`, [413]),
    asType('no media type', {}),
    asType('a media type of forms', { 'content-type': 'application/x-www-form-urlencoded' }),
    asType('a text', { 'content-type': 'text/plain;application/json' }),
    asType('an unknown charset', { 'content-type': 'application/json; charset=utf-7' }),
    asType('an unknown content encoding', { ...JSON_TYPE, 'content-encoding': 'zip' }),
  ];
}
