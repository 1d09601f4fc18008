import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutateSource, PROJECT_FOLDER } from './apply-mutant.ts';
import { KNOWN_WORLDS } from './known-worlds.ts';
import { MUTANTS } from './mutants.ts';

describe('a mutant', () => {
  it('exists for each name in KNOWN_WORLDS', () => {
    const names = new Set(MUTANTS.map(({ name }) => name));
    expect(Object.keys(KNOWN_WORLDS).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(MUTANTS)('still applies to the source: $name', (mutant) => {
    for (const file of new Set(mutant.edits.map((edit) => edit.file))) {
      const source = readFileSync(resolve(PROJECT_FOLDER, file), 'utf8');
      expect(() => stripTypeScriptTypes(mutateSource(mutant, file, source))).not.toThrow();
    }
  });
});
