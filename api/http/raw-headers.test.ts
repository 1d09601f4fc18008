import { expect, it } from 'vitest';
import { hasHeader } from './raw-headers.ts';

it('finds a header whatever its case, and never takes a value for a name', () => {
  const request = { rawHeaders: ['Host', 'forwarded', 'IF-None-Match', '"1"'] };
  expect(hasHeader(request, ['if-none-match'])).toBe(true);
  expect(hasHeader(request, ['forwarded', 'host'])).toBe(true);
  expect(hasHeader(request, ['forwarded'])).toBe(false);
  expect(hasHeader({ rawHeaders: [] }, ['host'])).toBe(false);
});
