import { AuditLog } from '#pwa/features/admin-audit/audit-log.tsx';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';

/** What administrators changed. */
export function AuditScreen() {
  useDocumentTitle(adminAuditMessages.title);
  return <AuditLog />;
}
