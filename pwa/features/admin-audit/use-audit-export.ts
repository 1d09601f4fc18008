import { useState } from 'react';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { toAuditFilter } from './audit-choice.ts';
import type { AuditChoice } from './audit-choice.ts';
import { toAuditCsv } from './audit-csv.ts';

/** An export of chosen entries to a file. */
export interface AuditExport {
  readonly isRunning: boolean;
  /** The message about the last export. */
  readonly message: string | undefined;
  readonly start: (choice: AuditChoice) => void;
}

export function useAuditExport(): AuditExport {
  const calls = useAdminCalls();
  const [isRunning, setRunning] = useState(false);
  const [message, setMessage] = useState<string>();

  const run = async (choice: AuditChoice): Promise<string> => {
    const result = await calls.exportAudit({ body: toAuditFilter(choice) });
    if (!result.ok) return adminAuditMessages.exportFailed;
    const { entries, more } = result.value;
    saveTextFile(adminAuditMessages.csvName(formatDay(Date.now())), toAuditCsv(entries), 'text/csv;charset=utf-8');
    return more ? adminAuditMessages.exportedNewest(entries.length) : adminAuditMessages.exported(entries.length);
  };
  const start = (choice: AuditChoice): void => {
    setRunning(true);
    setMessage(undefined);
    run(choice)
      .catch(() => adminAuditMessages.exportFailed)
      .then(setMessage)
      .finally(() => setRunning(false));
  };
  return { isRunning, message, start };
}
