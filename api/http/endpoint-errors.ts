import type { ErrorCode } from '#contract/http/errors.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';

/** Members of paths, queries, bodies and forms that name a shop: a wrong shop is answered with `unknown-shop`. */
export const SHOP_MEMBERS: ReadonlySet<PropertyKey> = new Set(['shop', 'shopType']);

/** Errors of any call: it came too often, over http where the shop has https, the server has a fault, or its storage is not available. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'too-many-requests',
  'origin-refused',
  'internal',
  'not-ready',
  'read-only',
];

/** Returns every error that a call may be answered with: its own, and those that follow from its access and its parts. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { errors = [], access, takesToken, ownId, method, params, query, body, form, headers } = endpoint;
  const hasBody = body !== undefined || form !== undefined;
  const parts = [params, query, body, form?.fields];
  return [
    ...new Set<ErrorCode>([
      ...(access === 'visitor' && !takesToken ? [] : ['unauthorized' as const]),
      ...(access === 'admin' ? ['forbidden' as const] : []),
      ...(ownId === undefined ? [] : ['identity-mismatch' as const]),
      ...(params ? ['not-found' as const] : []),
      ...errors,
      ...COMMON_ERRORS,
      ...(query || hasBody || headers ? ['bad-request' as const] : []),
      ...(parts.some(namesShop) ? ['unknown-shop' as const] : []),
      ...(hasBody ? (['too-large', 'unsupported-media-type'] as const) : []),
      ...(access === 'admin' ? (['access-revoked', 'role-needed'] as const) : []),
      // The error of the header with the device's position.
      ...(access === 'admin' && method !== 'GET' ? ['bad-cursor' as const] : []),
      ...(method === 'GET' ? ['not-acceptable' as const] : (['older-server', 'no-disk-space'] as const)),
    ]),
  ];
}

/** Returns whether a schema is that of an object with a member that names a shop. */
function namesShop(schema: Endpoint['params']): boolean {
  if (!schema || !('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) return false;
  return Object.keys(schema.shape).some((name) => SHOP_MEMBERS.has(name));
}
