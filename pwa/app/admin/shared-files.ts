import { SHARED_CACHE } from '#contract/service-worker/share-target.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Returns the files that were shared with the installed administration. */
export async function readSharedImages(): Promise<File[]> {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(SHARED_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const type = response?.headers.get('content-type') ?? '';
    const name = decodeURIComponent(response?.headers.get('x-name') ?? '');
    if (response) files.push(new File([await response.blob()], name, { type }));
  }
  return files;
}

/** Deletes the shared files. */
export async function deleteSharedImages(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(SHARED_CACHE);
}

/** Calls back with files that the operating system opens in the installed administration. */
export function onOpenedFiles(listener: (files: readonly File[]) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    void Promise.all(files.map((handle) => handle.getFile())).then((opened) => {
      if (opened.length > 0) listener(opened);
    });
  });
}
