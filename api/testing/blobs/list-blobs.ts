import type { BlobStore } from '../../storage/blobs/blob-store.ts';

/** Lists all names in a folder of a blob store, sorted. */
export async function listBlobNames(blobs: Pick<BlobStore, 'listPages'>, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const page of blobs.listPages(folder)) names.push(...page);
  return names.toSorted();
}

/** Lists the paths of all blobs below a folder, sorted. */
export async function listBlobs(blobs: Pick<BlobStore, 'listPages' | 'find'>, folder: string): Promise<string[]> {
  const lists = (await listBlobNames(blobs, folder)).map(async (name) => {
    const path = `${folder}/${name}`;
    return (await blobs.find(path)) ? [path] : listBlobs(blobs, path);
  });
  return (await Promise.all(lists)).flat().toSorted();
}
