import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Endpoint } from '#contract/http/endpoint.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'sync', 'contract', 'http');

/** A call of the contract, with the name of its export and, as its group, the name of the file that declares it. */
export interface Call {
  readonly name: string;
  readonly group: string;
  readonly endpoint: Endpoint;
}

/** Lists all calls that the files of the contract export, so that a new call needs no entry elsewhere. */
export async function listCalls(): Promise<readonly Call[]> {
  const files = (await readdir(FOLDER)).filter((name) => /(?<!\.test)\.ts$/.test(name)).sort();
  const groups = files.map(async (file) => {
    const members = (await import(join(FOLDER, file))) as Record<string, unknown>;
    return Object.entries(members).flatMap(([name, member]) =>
      isEndpoint(member) ? [{ name, group: basename(file, '.ts'), endpoint: member }] : [],
    );
  });
  return (await Promise.all(groups)).flat();
}

const isEndpoint = (member: unknown): member is Endpoint =>
  typeof member === 'object' && member !== null && 'method' in member && 'path' in member;
