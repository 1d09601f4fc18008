import { useState } from 'react';
import type { ErrorCode } from '#contract/http/errors.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { useAdminEngine, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import type { SyncProblem } from '#sync/api/sync-problem.ts';

/** Progress of an image's upload. */
export interface Upload {
  /** Fraction of the image that has been sent, from 0 to 1. */
  readonly sent: number;
  /** Why the upload failed. */
  readonly problem: string | undefined;
}

const { problems } = adminMessages;

/** Returns the message of a sync problem or a rejection. */
const describeProblem = (problem: SyncProblem | ErrorCode): string =>
  Object.hasOwn(problems, problem) ? problems[problem as SyncProblem] : errorMessage(problem);

/** Returns the uploads of images by id, observed while mounted, and a function that retries at once. */
export function useUploads(): { readonly uploads: ReadonlyMap<string, Upload>; readonly retry: () => void } {
  const { api } = useAdminEngine();
  const [uploads, setUploads] = useState<ReadonlyMap<string, Upload>>(new Map());
  const record = (imageId: string, upload: Upload): void => setUploads((last) => new Map(last).set(imageId, upload));
  useAdminEvents((event) => {
    if (event.type === 'progress') {
      const { sentBytes, totalBytes } = event;
      record(event.imageId, { sent: totalBytes > 0 ? sentBytes / totalBytes : 1, problem: undefined });
    } else if (event.type === 'upload-failed')
      record(event.imageId, { sent: 0, problem: describeProblem(event.problem) });
  });
  return { uploads, retry: () => void api.sync().catch(() => undefined) };
}
