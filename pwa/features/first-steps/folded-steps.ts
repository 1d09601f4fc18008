import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';

/** Whether the list of first steps is folded on this device; undefined until its owner has chosen. */
export const foldedSteps = createStoredValue<boolean | undefined>({
  key: 'admin_first-steps-folded',
  parse: (text) => ({ value: text === '1' || (text === '0' ? false : undefined) }),
  format: (isFolded) => (isFolded === undefined ? '' : isFolded ? '1' : '0'),
});
