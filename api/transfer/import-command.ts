import { parseArgs } from 'node:util';
import { getShop, isShopKey, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { knownColumns } from './check-row.ts';
import { ImportError } from './import-error.ts';
import { importProducts } from './import-products.ts';
import type { ImportOutcome } from './import-products.ts';
import { showProgress } from './import-progress.ts';
import type { ProgressOutput } from './import-progress.ts';
import { openDryRunTarget, openTarget } from './import-target.ts';
import { openSourceFile } from './read-bytes.ts';
import { openRows } from './read-rows.ts';
import { collectRejectedRows } from './rejected-rows.ts';

/** What the command ends with; the README explains them. */
export const EXIT = { ok: 0, someRejected: 1, nothingRead: 2, usage: 64, failed: 70 } as const;

const USAGE = `Usage: npm run import -- FILE --shop ${SHOP_KEYS.join('|')} [--dry-run] [--errors FILE]`;

interface ImportRequest {
  readonly file: string;
  readonly shop: ShopKey;
  readonly isDryRun: boolean;
  readonly errorsFile: string | undefined;
}

/** Imports a file as the arguments say, telling everything on `output`; gives the exit code. */
export async function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: ProgressOutput,
): Promise<number> {
  const say = (line: string): unknown => output.write(`${line}\n`);
  const request = readArguments(args);
  if (typeof request === 'string') {
    say(request);
    say(USAGE);
    return EXIT.usage;
  }
  try {
    return await importFile(request, readConfig(env).databaseFile, output);
  } catch (error) {
    if (error instanceof ImportError || error instanceof ConfigError) {
      say(error.message);
      return error instanceof ConfigError ? EXIT.usage : EXIT.nothingRead;
    }
    const reason = error instanceof Error ? error.message : String(error);
    say(`The import failed: ${reason}. What was saved before stays.`);
    return EXIT.failed;
  }
}

/** The request, or what is wrong with it. */
function readArguments(args: readonly string[]): ImportRequest | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { shop: { type: 'string' }, 'dry-run': { type: 'boolean' }, errors: { type: 'string' } },
    });
    const [file, ...others] = positionals;
    if (file === undefined) return 'Name the file to import.';
    if (others.length > 0) return `One file at a time: ${others.join(', ')} is one too many.`;
    if (!isShopKey(values.shop)) {
      return values.shop === undefined ? 'Say which shop: --shop.' : `There is no shop "${values.shop}".`;
    }
    return { file, shop: values.shop, isDryRun: values['dry-run'] ?? false, errorsFile: values.errors };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function importFile(request: ImportRequest, databaseFile: string, output: ProgressOutput): Promise<number> {
  const { file, shop, isDryRun, errorsFile } = request;
  const { offer } = getShop(shop);
  const say = (line: string): unknown => output.write(`${line}\n`);
  const warnOfColumns = (columns: readonly string[]): void => {
    const known = knownColumns(offer);
    const unknown = columns.filter((column) => !known.includes(column));
    if (unknown.length === 0) return;
    say(`Not columns of this shop: ${unknown.map((name) => `"${name}"`).join(', ')}; every row is refused for them.`);
    say(`Its columns are: ${known.join(', ')}.`);
  };

  const startMs = performance.now();
  await using resources = new AsyncDisposableStack();
  const source = await openSourceFile(file);
  resources.defer(() => source.close());
  const { format, rows } = await openRows(source.bytes, warnOfColumns);
  const refused = await collectRejectedRows(errorsFile);
  resources.defer(() => refused.close());
  const target = await (isDryRun ? openDryRunTarget : openTarget)(databaseFile);
  resources.defer(() => target.close());
  const progress = showProgress(output, source.sizeBytes);
  resources.defer(() => progress.stop());

  const outcome = await importProducts({
    rows,
    offer,
    cells: format === 'csv' ? 'text' : 'typed',
    save: (writes) => target.products.saveProducts(shop, writes),
    onRefused: refused.add,
    onProgress: ({ read }) => progress.update(source.readBytes(), read),
  });
  progress.stop();

  for (const line of refused.toLines()) say(line);
  for (const line of summarise(outcome, (performance.now() - startMs) / 1_000, isDryRun)) say(line);
  return exitCode(outcome);
}

function summarise(outcome: ImportOutcome, seconds: number, isDryRun: boolean): string[] {
  const count = (value: number) => value.toLocaleString('en');
  const { read, added, changed, unchanged, refused, brokenBy } = outcome;
  return [
    ...(brokenBy === undefined ? [] : [`${brokenBy} ${read > 0 ? 'The rows before are kept.' : 'Nothing was read.'}`]),
    ...(brokenBy === undefined && read === 0 ? ['The file has no rows.'] : []),
    `${isDryRun ? 'Dry run, nothing was saved. ' : ''}Read ${count(read)}: added ${count(added)}, changed ${count(changed)}, ` +
      `unchanged ${count(unchanged)}, refused ${count(refused)}; ${seconds.toFixed(1)} s, ${count(Math.round(read / seconds))} rows/s`,
  ];
}

function exitCode({ read, refused, brokenBy }: ImportOutcome): number {
  if (read === 0) return EXIT.nothingRead;
  return refused > 0 || brokenBy !== undefined ? EXIT.someRejected : EXIT.ok;
}

if (import.meta.main) process.exitCode = await runImport(process.argv.slice(2), process.env, process.stdout);
