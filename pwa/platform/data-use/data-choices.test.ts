import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a choice on a full device counts on this page, which knows that it is not stored', async () => {
  vi.resetModules();
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => 'small', setItem: full, removeItem: full });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('navigator', {});
  const { imageChoice } = await import('./data-choices.ts');
  expect([imageChoice.get(), imageChoice.problem()]).toEqual(['small', undefined]);
  imageChoice.set('tap');
  expect([imageChoice.get(), imageChoice.problem()]).toEqual(['tap', 'full']);
});
