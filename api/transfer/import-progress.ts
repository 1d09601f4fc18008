import { Presets, SingleBar } from 'cli-progress';

/** Shows the progress of an import. */
export interface ImportProgress {
  update(readBytes: number, rows: number): void;
  stop(): void;
}

/** Where progress is shown: a bar on a terminal, occasional lines elsewhere. */
export type ProgressOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

const LINE_EVERY_MS = 5_000;

export function showProgress(output: ProgressOutput, sizeBytes: number): ImportProgress {
  return output.isTTY ? showBar(output, sizeBytes) : showLines(output, sizeBytes);
}

function showBar(output: ProgressOutput, sizeBytes: number): ImportProgress {
  const bar = new SingleBar(
    { stream: output, format: '{bar} {percentage} % · {rows} rows · {duration_formatted}', hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(sizeBytes, 0, { rows: 0 });
  return {
    update: (readBytes, rows) => bar.update(readBytes, { rows: rows.toLocaleString('en') }),
    // A second stop would overwrite the lines below the bar.
    stop: () => (bar.isActive ? bar.stop() : undefined),
  };
}

function showLines(output: ProgressOutput, sizeBytes: number): ImportProgress {
  let nextMs = Date.now() + LINE_EVERY_MS;
  return {
    update(readBytes, rows) {
      if (Date.now() < nextMs) return;
      nextMs = Date.now() + LINE_EVERY_MS;
      output.write(`${rows.toLocaleString('en')} rows, ${Math.floor((100 * readBytes) / sizeBytes)} %\n`);
    },
    stop: () => undefined,
  };
}
