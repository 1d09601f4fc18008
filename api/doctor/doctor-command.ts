import { ConfigError, readConfig } from '#api/config/config.ts';
import type { Config } from '#api/config/config.ts';
import { findIdentitySecret, toBlobOwner } from '#api/identity/identity-secret.ts';
import { mayExist } from '#api/storage/database-source.ts';
import type { Database } from '#api/storage/database.ts';
import { openReader } from '#api/storage/open-database.ts';
import { checkBucket } from './check-bucket.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkSettings } from './check-settings.ts';
import { problem } from './finding.ts';
import type { Finding } from './finding.ts';
import { checkSteps, STEP_CHECKS } from './steps/step-checks.ts';
import type { CheckedStep } from './steps/step-checks.ts';

/** Exit codes, documented with the command. */
export const DOCTOR_EXIT = { ok: 0, problems: 1 } as const;

/** What the doctor says of an installation. */
interface Report {
  /** The first steps; undefined when the database cannot be read, because then it is not known which of them are done. */
  readonly steps?: readonly CheckedStep[] | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Prints the first steps while some are left, and what is insecure or odd about an installation, one line each; returns the exit code. Changes
 * nothing but a probe object in a bucket.
 */
export async function runDoctor(
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
  nowMs: number,
): Promise<number> {
  const { steps = [], findings } = await examine(env, nowMs);
  for (const line of describeSteps(steps)) output.write(`${line}\n`);
  for (const { level, text } of findings) output.write(`${level}: ${text}\n`);
  const problems = findings.filter(({ level }) => level === 'problem').length;
  output.write(problems === 0 ? 'No problems found.\n' : `Problems: ${problems}\n`);
  return problems === 0 ? DOCTOR_EXIT.ok : DOCTOR_EXIT.problems;
}

async function examine(env: Readonly<Record<string, string | undefined>>, nowMs: number): Promise<Report> {
  try {
    const config = readConfig(env);
    const known = await readIfPossible(config, (db) => checkSteps({ config, db, nowMs }));
    const steps = known ?? (await checkSteps({ config, db: undefined, nowMs }));
    return {
      steps: known,
      findings: [
        ...steps.flatMap(({ findings }) => findings),
        ...checkSettings(config),
        ...(await checkFiles(config)),
        ...(await checkDatabase(config, nowMs)),
        ...(await checkBucket(config.bucket, config.bucket && (await findOwner(config)), Date.now)),
      ],
    };
  } catch (error) {
    if (error instanceof ConfigError) return { findings: [problem(error.message)] };
    throw error;
  }
}

/** Returns the lines about the steps, with a mark at those that are done; none once all are done. */
function describeSteps(steps: readonly CheckedStep[]): string[] {
  const left = steps.filter(({ findings }) => findings.length > 0).length;
  if (left === 0) return [];
  const lines = steps.map(
    ({ step, findings }) => `  [${findings.length === 0 ? 'x' : ' '}] ${STEP_CHECKS[step].title}`,
  );
  return [`First steps, ${steps.length - left} of ${steps.length} done:`, ...lines];
}

/** Returns the name of the shop in its bucket; undefined if its database cannot be read, which is reported separately. */
async function findOwner(config: Config): Promise<string | undefined> {
  const secret = await readIfPossible(config, (reader) => findIdentitySecret({ reader }));
  return secret && toBlobOwner(secret);
}

/** Reads from the database; undefined where that cannot be done, which `checkDatabase` explains. */
async function readIfPossible<T>(
  { database }: Config,
  read: (db: Database['reader']) => Promise<T>,
): Promise<T | undefined> {
  if (!mayExist(database)) return undefined;
  try {
    const reader = await openReader(database);
    try {
      return await read(reader);
    } finally {
      await reader.destroy();
    }
  } catch {
    return undefined;
  }
}

if (import.meta.main) process.exitCode = await runDoctor(process.env, process.stdout, Date.now());
