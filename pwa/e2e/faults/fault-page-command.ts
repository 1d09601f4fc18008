import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findHoles, renderFaultPage } from './fault-page.ts';
import { findFaultTests } from './find-fault-tests.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tests = findFaultTests(root);
writeFileSync(new URL('FAULTS.md', import.meta.url), renderFaultPage(tests));
for (const hole of findHoles(tests)) process.stderr.write(`${hole}\n`);
