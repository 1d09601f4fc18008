import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';

/** Whether the list of first steps is folded on this device. */
export const foldedSteps = createStoredValue<boolean>({
  key: 'admin_first-steps-folded',
  parse: (text) => ({ value: text === '1' }),
  format: (isFolded) => (isFolded ? '1' : ''),
});
