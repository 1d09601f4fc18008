import { expect, it } from 'vitest';
import { importNamedClasses } from './named-classes.ts';

it('classes are imported by their names, unless one is chosen at run time', () => {
  const named = "import a from './a.module.css';\nconst b = a['c'] + a['d'];\n";
  const chosen = "import styles from './e.module.css';\nconst f = styles['g'] + styles[h];\n";
  expect(importNamedClasses(named + chosen)).toBe(named.replace('import a', 'import * as a') + chosen);
});
