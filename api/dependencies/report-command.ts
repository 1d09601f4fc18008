import { writeFile } from 'node:fs/promises';
import { REPORT_FILE } from './report-file.ts';
import { listReportedPackages, writeReport } from './report.ts';

await writeFile(REPORT_FILE, await writeReport(await listReportedPackages()));
