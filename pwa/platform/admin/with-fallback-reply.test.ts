import { expect, test } from 'vitest';
import { withFallbackReply } from './with-fallback-reply.ts';

test('calls return the object’s replies; after a failure, all return the fallback, even calls in flight', async () => {
  const failure = Promise.withResolvers<void>();
  const api = withFallbackReply(
    {
      double: async (value: number): Promise<unknown> => value * 2,
      hang: (): Promise<unknown> => new Promise(() => undefined),
    },
    failure.promise,
    'failed',
  );
  expect(await api.double(2)).toBe(4);
  expect(await Promise.resolve(api)).toBe(api);
  const hanging = api.hang();
  failure.resolve();
  expect(await hanging).toBe('failed');
  expect(await api.double(2)).toBe('failed');
});
