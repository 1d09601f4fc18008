import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Code that converts an amount itself instead of calling the contract's functions. */
const CONVERSION = /\b\w*(cents|amount|total|price|dollars)\w*\)* ?[*/] ?1_?00\b|Math\.round\([^)]*\* 1_?00\)/i;
const FILES = ['api', 'sync', 'pwa'].flatMap((zone) => globSync(`${zone}/**/*.{ts,tsx}`));

it('dollars and cents are converted in one place, so that fractions are never compared or added', () => {
  const own = FILES.filter((file) => !/(\.test\.tsx?|\.spec\.ts)$|\/(testing|e2e|bench)\//.test(file));
  expect(own.length).toBeGreaterThan(1_000);
  const found = own.filter((file) => CONVERSION.test(readFileSync(file, 'utf8')));
  expect(found).toEqual(['sync/contract/money/money.ts']);
});
