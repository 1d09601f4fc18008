import { preferPlanes } from '#contract/blocks/views-block.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { formatBytes, formatTable } from './statistics.ts';

/** A block of a snapshot with its kind; a column with a separate block counts as a kind with the column's name. */
export interface SnapshotBlock {
  readonly kind: string;
  /** As the device stores it. */
  readonly content: Buffer;
  /** Size of its reply's body, compressed. */
  readonly wireBytes: number;
}

/** Fetches the blocks of a snapshot as a device does, those of columns included. */
export async function fetchBlocks(serverUrl: string, manifest: Manifest): Promise<SnapshotBlock[]> {
  const named = preferPlanes(manifest).blocks.flatMap(({ kind, hash, columns = [] }) => [
    { kind: kind as string, hash },
    ...columns.map((column) => ({ kind: column.name, hash: column.hash })),
  ]);
  return Promise.all(
    named.map(async ({ kind, hash }) => {
      const reply = await fetch(`${serverUrl}/api/sync/blocks/${hash}`, { headers: { 'accept-encoding': 'br' } });
      const content = Buffer.from(await reply.arrayBuffer());
      return { kind, content, wireBytes: Number(reply.headers.get('content-length') ?? content.byteLength) };
    }),
  );
}

/** Formats the number and the bytes of a snapshot's blocks, by kind. */
export function formatBlocks(blocks: readonly SnapshotBlock[]): string {
  const describe = (name: string, some: readonly SnapshotBlock[]): string[] => [
    name,
    String(some.length),
    formatBytes(some.reduce((sum, { wireBytes }) => sum + wireBytes, 0)),
    formatBytes(some.reduce((sum, { content }) => sum + content.byteLength, 0)),
  ];
  const kinds = [...new Set(blocks.map(({ kind }) => kind))];
  const ofKind = (kind: string): SnapshotBlock[] => blocks.filter((block) => block.kind === kind);
  return formatTable(
    ['blocks of the snapshot', 'number', 'on the wire', 'decompressed'],
    [...kinds.map((kind) => describe(kind, ofKind(kind))), describe('all', blocks)],
  );
}
