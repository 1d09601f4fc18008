import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

export const ROOT = join(import.meta.dirname, '..', '..');

const namesSchema = z.optional(z.record(z.string(), z.string()));
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      hasInstallScript: z.optional(z.boolean()),
      dependencies: namesSchema,
      optionalDependencies: namesSchema,
    }),
  ),
});
const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
/** The licence format of some old packages. */
const oldLicenceSchema = z.object({ licenses: z.array(z.object({ type: z.string() })) });

/** A package of the lock file. */
export interface LockedPackage {
  /** Folder, relative to the root. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package declares it. */
  readonly licence: string;
  /** URL of the archive. */
  readonly source: string;
  readonly integrity: string;
  readonly hasInstallScript: boolean;
  /** Folders of the packages that it depends on. */
  readonly needs: readonly string[];
}

/** The project's direct dependencies: version ranges by name. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const readJson = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(ROOT, ...path), 'utf8')) as unknown;

export const readManifest = async (): Promise<Manifest> => manifestSchema.parse(await readJson('package.json'));

/** Reads all packages of the lock file by folder, including those for other platforms. @throws Error when a package declares no licence */
export async function readLockedPackages(): Promise<ReadonlyMap<string, LockedPackage>> {
  const { packages } = lockSchema.parse(await readJson('package-lock.json'));
  const places = new Set(Object.keys(packages));
  const locked = new Map<string, LockedPackage>();
  for (const [place, entry] of Object.entries(packages)) {
    if (place === '') continue;
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    locked.set(place, {
      place,
      name: nameOf(place),
      version: entry.version ?? '',
      licence: entry.license ?? (await readOldLicence(place)),
      source: entry.resolved ?? '',
      integrity: entry.integrity ?? '',
      hasInstallScript: entry.hasInstallScript ?? false,
      needs: Object.keys(wanted).flatMap((name) => findLocation(places, place, name) ?? []),
    });
  }
  return locked;
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Resolves a package that another one depends on, as Node does; undefined when it is not in the lock file. */
function findLocation(places: ReadonlySet<string>, from: string, name: string): string | undefined {
  const folders = from
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, parts.length - depth).join('/node_modules/'));
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].find((place) =>
    places.has(place),
  );
}

const readOldLicence = async (place: string): Promise<string> =>
  oldLicenceSchema
    .parse(await readJson(place, 'package.json'))
    .licenses.map(({ type }) => type)
    .join(' OR ');
