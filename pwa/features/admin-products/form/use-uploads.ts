import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { useAdminEngine, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import type { SyncProblem } from '#sync/worker/engine-api.ts';

/** How far a kept picture is on its way. */
export interface Upload {
  /** From 0 to 1. */
  readonly sent: number;
  /** Why it did not arrive. */
  readonly problem: string | undefined;
}

const { problems } = adminMessages;

/** What a problem of the server, or a refusal of it, means to people. */
const describeProblem = (problem: SyncProblem | ErrorCode): string =>
  Object.hasOwn(problems, problem) ? problems[problem as SyncProblem] : errorMessage(problem);

/** How far kept pictures are, by their ids, as long as somebody looks; and how to try again at once. */
export function useUploads(): { readonly uploads: ReadonlyMap<string, Upload>; readonly retry: () => void } {
  const { api } = useAdminEngine();
  const [uploads, setUploads] = useState<ReadonlyMap<string, Upload>>(new Map());
  const note = (pictureId: string, upload: Upload): void => setUploads((last) => new Map(last).set(pictureId, upload));
  useAdminEvents((event) => {
    if (event.type === 'progress') {
      const { sentBytes, totalBytes } = event;
      note(event.pictureId, { sent: totalBytes > 0 ? sentBytes / totalBytes : 1, problem: undefined });
    } else if (event.type === 'upload-failed')
      note(event.pictureId, { sent: 0, problem: describeProblem(event.problem) });
  });
  return { uploads, retry: () => void api.sync().catch(() => undefined) };
}
