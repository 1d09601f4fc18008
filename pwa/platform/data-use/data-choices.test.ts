import { expect, test, vi } from 'vitest';
import { useLocalStorage } from '../storage/testing/use-local-storage.ts';

const storage = useLocalStorage();

test('a choice on a full device applies to this page, which reports that it is not stored', async () => {
  storage.texts.set('data-images', 'small');
  storage.maxLength = 0;
  vi.stubGlobal('navigator', {});
  const { imageChoice } = await import('./data-choices.ts');
  expect([imageChoice.get(), imageChoice.problem()]).toEqual(['small', undefined]);
  imageChoice.set('tap');
  expect([imageChoice.get(), imageChoice.problem()]).toEqual(['tap', 'full']);
});
