import { expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { withWellFormedText } from './well-formed-text.ts';

const searchFor = (search: string): string => withWellFormedText({ ...EMPTY_BROWSE_STATE, search }).search;

it('lone surrogates are dropped from a search, and nothing else', () => {
  const emoji = '🔥';
  expect(searchFor(`hot ${emoji.slice(0, 1)}`)).toBe('hot ');
  expect(searchFor(`${emoji.slice(1)}hot ${emoji}`)).toBe(`hot ${emoji}`);
  const whole = { ...EMPTY_BROWSE_STATE, search: `a ${emoji} ß` };
  expect(withWellFormedText(whole)).toBe(whole);
});
