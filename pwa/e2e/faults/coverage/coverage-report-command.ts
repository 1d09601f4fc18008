import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listCoverageProblems, renderCoverageReport } from './coverage-report.ts';
import { listFaultTests } from './list-fault-tests.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tests = listFaultTests(root);
writeFileSync(new URL('../FAULTS.md', import.meta.url), await renderCoverageReport(tests));
for (const hole of listCoverageProblems(tests)) process.stderr.write(`${hole}\n`);
