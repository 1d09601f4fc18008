import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdminOrder } from './testing/admin-order.ts';

// Formatters keep the locale that they were first used with.
beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const order = createAdminOrder({ created_at: '2026-11-21T12:00:00.000Z' });

test.each([
  ['en-GB', 'Saturday, 21 November 2026'],
  ['en-US', 'Saturday, November 21, 2026'],
])('a packing slip shows the day of the order in the format of %s', async (locale, day) => {
  vi.stubGlobal('navigator', { languages: [locale] });
  const { PackingSlips } = await import('./packing-slips.tsx');
  const html = renderToStaticMarkup(createElement(PackingSlips, { orders: [order], onClose: () => undefined }));
  expect(html).toContain(`<time dateTime="2026-11-21">${day}</time>`);
});
