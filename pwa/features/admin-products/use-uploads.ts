import { useState } from 'react';
import { useAdminEngine, useAdminEvents } from '#pwa/platform/use-admin-engine.ts';

/** How far a kept picture is on its way. */
export interface Upload {
  /** From 0 to 1. */
  readonly sent: number;
  /** Why it did not arrive. */
  readonly problem: string | undefined;
}

/** How far kept pictures are, by their ids, as long as somebody looks; and how to try again at once. */
export function useUploads(): { readonly uploads: ReadonlyMap<string, Upload>; readonly retry: () => void } {
  const { api } = useAdminEngine();
  const [uploads, setUploads] = useState<ReadonlyMap<string, Upload>>(new Map());
  const note = (pictureId: string, upload: Upload): void => setUploads((last) => new Map(last).set(pictureId, upload));
  useAdminEvents((event) => {
    if (event.type === 'progress') {
      const { sentBytes, totalBytes } = event;
      note(event.pictureId, { sent: totalBytes > 0 ? sentBytes / totalBytes : 1, problem: undefined });
    } else if (event.type === 'upload-failed') note(event.pictureId, { sent: 0, problem: event.problem });
  });
  return { uploads, retry: () => void api.sync().catch(() => undefined) };
}
