import { parseArgs } from 'node:util';
import { getShop, isShopKey, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import type { Config } from '#api/config/config.ts';
import type { LinkRules } from '#api/images/linked-image.ts';
import { FILE_PROBLEMS, ImportError } from '#transfer/file-problems.ts';
import { openForeignRows, readChoices } from './foreign-rows.ts';
import type { MappingChoices } from './foreign-rows.ts';
import { fetchImages, importNamedImages } from './import-images.ts';
import type { FailedImage } from './import-images.ts';
import { importProducts } from './import-products.ts';
import { importOldAddresses } from './import-old-addresses.ts';
import type { ChangedRow, ImportCounts, ImportOutcome, RemarkedRow } from './import-products.ts';
import { showProgress } from './import-progress.ts';
import type { ImportProgress, ProgressOutput } from './import-progress.ts';
import { openDryRunTarget, openTarget } from './import-target.ts';
import { openSourceFile } from './read-bytes.ts';
import type { SourceFile } from './read-bytes.ts';
import { openNamedImages } from './read-folder.ts';
import { collectRejectedRows } from './rejected-rows.ts';
import { changeLines, remarkLines, RowLines, ShownLines } from './row-lines.ts';

/** Exit codes, documented with the command. */
export const EXIT = { ok: 0, someRejected: 1, nothingRead: 2, usage: 64, failed: 70 } as const;

const USAGE =
  `Usage: npm run import -- FILE --shop ${SHOP_KEYS.join('|')} [--dry-run] [--match-ids] [--errors FILE] ` +
  '[--map "THEIR COLUMN=our_column"]… [--set our_column=VALUE]…';

interface ImportRequest {
  readonly file: string;
  readonly shop: ShopKey;
  readonly isDryRun: boolean;
  /** Whether the file's ids are those of the shop. */
  readonly idsMatch: boolean;
  readonly errorsFile: string | undefined;
  readonly choices: MappingChoices;
}

/** Options that only tests set. */
export interface ImportOptions {
  /** Where images may be fetched from; the public internet when omitted. */
  readonly linkRules?: Partial<LinkRules>;
}

/** Imports a file as the arguments say, reports on `output` and returns the exit code. */
export async function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: ProgressOutput,
  options: ImportOptions = {},
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  const request = readArguments(args);
  if (typeof request === 'string') {
    print(request);
    print(USAGE);
    return EXIT.usage;
  }
  try {
    const context = { config: readConfig(env), output, ...options };
    return (await importImageFiles(request, context)) ?? (await importFile(request, context));
  } catch (error) {
    if (error instanceof ImportError || error instanceof ConfigError) {
      print(error.message);
      return error instanceof ConfigError ? EXIT.usage : EXIT.nothingRead;
    }
    const reason = error instanceof Error ? error.message : String(error);
    print(`The import failed: ${reason}. Rows saved before stay saved.`);
    return EXIT.failed;
  }
}

/** Parses the arguments; returns an error message when they are invalid. */
function readArguments(args: readonly string[]): ImportRequest | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        shop: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'match-ids': { type: 'boolean' },
        errors: { type: 'string' },
        map: { type: 'string', multiple: true },
        set: { type: 'string', multiple: true },
      },
    });
    const [file, ...others] = positionals;
    if (file === undefined) return 'Name the file to import.';
    if (others.length > 0) return `Only one file at a time; unexpected: ${others.join(', ')}.`;
    if (!isShopKey(values.shop)) {
      return values.shop === undefined ? 'Name the shop with --shop.' : `There is no shop "${values.shop}".`;
    }
    const choices = readChoices(getShop(values.shop).offer, values.map ?? [], values.set ?? []);
    if (typeof choices === 'string') return choices;
    return {
      file,
      choices,
      shop: values.shop,
      isDryRun: values['dry-run'] ?? false,
      idsMatch: values['match-ids'] ?? false,
      errorsFile: values.errors,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface ImportContext extends ImportOptions {
  readonly config: Config;
  readonly output: ProgressOutput;
}

/** Imports the images of a ZIP file or a folder; undefined when the file is neither. */
async function importImageFiles(
  request: ImportRequest,
  { config, output }: ImportContext,
): Promise<number | undefined> {
  const { file, shop, isDryRun } = request;
  const print = (line: string): unknown => output.write(`${line}\n`);
  const images = await openNamedImages(file);
  if (!images) return undefined;
  if (isDryRun) {
    print(`Dry run, nothing was saved. ${file} has ${images.length.toLocaleString('en')} images.`);
    return EXIT.ok;
  }
  const failed = new ShownLines();
  await importNamedImages({ config, shop, print, onFailed: (image) => failed.add([failureLine(image)]) }, images);
  for (const line of failed.toLines('failed images')) print(line);
  return failed.count > 0 ? EXIT.someRejected : EXIT.ok;
}

const onProgress =
  (source: SourceFile, progress: ImportProgress) =>
  ({ read }: Readonly<ImportCounts>): void =>
    progress.update(source.readBytes(), read);

const failureLine = ({ product, name, reason }: FailedImage): string => `${product}: images ${name} ${reason}`;

async function importFile(request: ImportRequest, { config, output, linkRules }: ImportContext): Promise<number> {
  const { file, shop, isDryRun, idsMatch, errorsFile, choices } = request;
  const { offer } = getShop(shop);
  const print = (line: string): unknown => output.write(`${line}\n`);

  const startMs = performance.now();
  await using resources = new AsyncDisposableStack();
  const source = await openSourceFile(file);
  resources.defer(() => source.close());
  const { rows, proposal, readRows, areOldAddresses } = await openForeignRows(source.bytes, {
    offer,
    choices,
  });
  for (const line of proposal) print(line);
  const rejectedRows = await collectRejectedRows(errorsFile);
  resources.defer(() => rejectedRows.close());
  const target = await (isDryRun ? openDryRunTarget : openTarget)(config.database);
  resources.defer(() => target.close());
  const notes = new RowLines<RemarkedRow>(remarkLines);
  const changes = new RowLines<ChangedRow>(changeLines);
  const progress = showProgress(output, source.sizeBytes);
  resources.defer(() => progress.stop());

  const shared = { rows, onRejected: rejectedRows.add, onProgress: onProgress(source, progress) };
  const outcome = areOldAddresses
    ? await importOldAddresses({ ...shared, save: (some) => target.saveRedirects(shop, some) })
    : await importProducts({
        ...shared,
        offer,
        idsMatch,
        save: (writes, rules, images) => target.save(shop, writes, rules, images),
        onNoted: (row) => notes.add(row),
        onChanged: (row) => changes.add(row),
      });
  progress.stop();

  if (isDryRun) for (const line of changes.toLines('changed rows')) print(line);
  for (const line of notes.toLines('rows with notes')) print(line);
  for (const line of rejectedRows.toLines()) print(line);
  if (outcome.foreignIds > 0) print(explainIds(outcome.foreignIds));
  if (isDryRun && !areOldAddresses) print(foretell(outcome, readRows()));
  for (const line of summarise(outcome, (performance.now() - startMs) / 1_000, isDryRun)) print(line);
  if (isDryRun || outcome.images === 0) return exitCode(outcome);
  const failed = new ShownLines();
  const onFailed = (image: FailedImage): void => {
    failed.add([failureLine(image)]);
    rejectedRows.addImage(image);
  };
  await fetchImages({ config, shop, linkRules, print, onFailed });
  for (const line of failed.toLines('failed images')) print(line);
  return failed.count > 0 ? Math.max(exitCode(outcome), EXIT.someRejected) : exitCode(outcome);
}

function summarise(outcome: ImportOutcome, seconds: number, isDryRun: boolean): string[] {
  const count = (value: number) => value.toLocaleString('en');
  const { read, added, changed, unchanged, rejected, blank, images, readError } = outcome;
  return [
    ...(readError === undefined
      ? []
      : [`${readError} ${read > 0 ? 'The rows before it were read.' : 'Nothing was read.'}`]),
    ...(readError === undefined && read === 0 ? [FILE_PROBLEMS.noRows()] : []),
    `${isDryRun ? 'Dry run, nothing was saved. ' : ''}Read ${count(read)}: added ${count(added)}, changed ${count(changed)}, ` +
      `unchanged ${count(unchanged)}, rejected ${count(rejected)}${blank > 0 ? `, blank ${count(blank)}` : ''}; ${seconds.toFixed(1)} s, ${count(Math.round(read / seconds))} rows/s`,
    ...(images > 0 ? [`${count(images)} ${images === 1 ? 'link' : 'links'} to images`] : []),
  ];
}

/** Says what an import would do, in one paragraph. */
function foretell({ read, added, changed, unchanged, rejected, blank }: ImportOutcome, fileRows: number): string {
  const count = (value: number, one: string, more = `${one}s`) =>
    `${value.toLocaleString('en')} ${value === 1 ? one : more}`;
  const folded = fileRows - blank > read ? `; rows of one product were put together` : '';
  return (
    `The file has ${count(fileRows - blank, 'row')}${folded}. An import would add ${count(added, 'product')}, change ${changed.toLocaleString('en')} and ` +
    `leave ${unchanged.toLocaleString('en')} as they are; ${count(rejected, 'row')} would be rejected${rejected > 0 ? ', for the reasons above' : ''}. ` +
    'Run the command without --dry-run to do so.'
  );
}

const explainIds = (count: number): string =>
  `${count === 1 ? '1 row has the id' : `${count.toLocaleString('en')} rows have the ids`} of products with other titles. ` +
  'If the ids of this file are those of the shop, add --match-ids; if not, leave out the column.';

function exitCode({ read, rejected, readError }: ImportOutcome): number {
  if (read === 0) return EXIT.nothingRead;
  return rejected > 0 || readError !== undefined ? EXIT.someRejected : EXIT.ok;
}

if (import.meta.main) process.exitCode = await runImport(process.argv.slice(2), process.env, process.stdout);
