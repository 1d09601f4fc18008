import { fileError, ImportError } from '#transfer/file-problems.ts';
import type { FileFault } from '#transfer/file-problems.ts';
import { openRows } from '#transfer/read-rows.ts';
import { listColumns } from '#transfer/foreign/file-columns.ts';
import type { FileColumn } from '#transfer/foreign/file-columns.ts';
import type { SourceRow } from '#transfer/source-row.ts';

/** The content of a file. */
export interface ReadFile {
  /** The columns, with their first values. */
  readonly columns: readonly FileColumn[];
  readonly rows: readonly SourceRow[];
  /** Why the file could not be read to its end, or at all. */
  readonly fault?: FileFault;
}

const GZIP_MAGIC = [0x1f, 0x8b];

/** Reads a file of CSV, JSON, JSON lines or XML, gzipped or not, as the server's import command does. Rows before a fault are kept. */
export async function readFile(file: Blob): Promise<ReadFile> {
  const header = { names: [] as readonly string[], written: [] as readonly string[] };
  const rows: SourceRow[] = [];
  const onHeader = (names: readonly string[], written: readonly string[]): unknown =>
    Object.assign(header, { names, written });
  try {
    const source = await openRows(await openBytes(file), { onHeader });
    for await (const batch of source.rows) rows.push(...batch);
  } catch (error) {
    if (!(error instanceof ImportError) || !error.fault) throw error;
    return { columns: listColumns(header, rows), rows, fault: error.fault };
  }
  const isEmpty = rows.every((row) => 'isBlank' in row);
  return { columns: listColumns(header, rows), rows, ...(isEmpty && fileFault()) };
}

const fileFault = (): Pick<ReadFile, 'fault'> => {
  const { fault } = fileError('noRows');
  return fault ? { fault } : {};
};

/** Opens the bytes of a file; gzip is detected by its first bytes, not by its name. */
async function openBytes(file: Blob): Promise<AsyncIterable<Uint8Array>> {
  const head = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  if (!GZIP_MAGIC.every((byte, index) => head[index] === byte)) return readStream(file.stream());
  return readStream(file.stream().pipeThrough(new DecompressionStream('gzip')), () => fileError('gzip'));
}

/** Yields the chunks of a stream through its reader, because Safari cannot iterate over a stream. */
async function* readStream(stream: ReadableStream<Uint8Array>, toError?: () => Error): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw toError?.() ?? error;
    });
    if (done) return;
    yield value;
  }
}
