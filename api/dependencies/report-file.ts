import { join } from 'node:path';
import { ROOT } from './locked-packages.ts';

export const REPORT_FILE = join(ROOT, 'api', 'DEPENDENCIES.md');
