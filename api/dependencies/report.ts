import { format } from 'prettier';
import { AUDIENCES, findImportedPackages } from './imported-packages.ts';
import type { Audience } from './imported-packages.ts';
import { readLockedPackages, readManifest } from './locked-packages.ts';
import type { LockedPackage } from './locked-packages.ts';

/** A package with whom it reaches and which of the project's own dependencies brought it. */
export interface ReportedPackage extends LockedPackage {
  /** Empty for what only builds and tests. */
  readonly audiences: readonly Audience[];
  readonly broughtBy: readonly string[];
}

/** Every package of the lock file, by name and place. */
export async function listReportedPackages(): Promise<ReportedPackage[]> {
  const locked = await readLockedPackages();
  const { dependencies, devDependencies } = await readManifest();
  const audiences = new Map<string, Set<Audience>>();
  for (const audience of Object.keys(AUDIENCES) as Audience[]) {
    const imported = await findImportedPackages(AUDIENCES[audience]);
    for (const place of reach(locked, [...imported].map(toPlace))) {
      audiences.set(place, (audiences.get(place) ?? new Set()).add(audience));
    }
  }
  const broughtBy = new Map<string, string[]>();
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    for (const place of reach(locked, [toPlace(name)])) {
      broughtBy.set(place, [...(broughtBy.get(place) ?? []), name]);
    }
  }
  return [...locked.values()]
    .map((one) => ({
      ...one,
      audiences: [...(audiences.get(one.place) ?? [])],
      broughtBy: (broughtBy.get(one.place) ?? []).toSorted(),
    }))
    .toSorted((a, b) => (`${a.name} ${a.place}` < `${b.name} ${b.place}` ? -1 : 1));
}

const toPlace = (name: string): string => `node_modules/${name}`;

/** Places of packages and of all that they need. */
function reach(locked: ReadonlyMap<string, LockedPackage>, places: readonly string[]): ReadonlySet<string> {
  const reached = new Set(places.filter((place) => locked.has(place)));
  for (const place of reached) for (const needed of locked.get(place)?.needs ?? []) reached.add(needed);
  return reached;
}

const HEADINGS: Readonly<Record<Audience, string>> = {
  shopper: 'Sent to shoppers',
  administrator: 'Sent to administrators',
  server: 'Runs on the server',
};

/** The report as Markdown, as `prettier` leaves it. */
export async function writeReport(packages: readonly ReportedPackage[]): Promise<string> {
  const parts = [
    '# Dependencies',
    'Made by `npm run dependencies` from the lock file and the imports of the code; a test fails when it is not current. ' +
      'A package stands under everybody whom it reaches, with what brought it; packages for other machines are among them.',
    ...(Object.keys(AUDIENCES) as Audience[]).flatMap((audience) => [
      `## ${HEADINGS[audience]}`,
      listWithReasons(packages.filter((one) => one.audiences.includes(audience))),
    ]),
    '## Only builds and tests',
    listByLicence(packages.filter(({ audiences }) => audiences.length === 0)),
    '## Install scripts',
    packages
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name, version }) => `- ${name} ${version}`)
      .join('\n') || 'None.',
  ];
  return format(parts.join('\n\n'), { parser: 'markdown', printWidth: 120 });
}

const listWithReasons = (packages: readonly ReportedPackage[]): string =>
  packages
    .map(({ name, version, licence, broughtBy }) => {
      const others = broughtBy.filter((other) => other !== name);
      return `- ${name} ${version}, ${licence}${others.length > 0 ? `; for ${others.join(', ')}` : ''}`;
    })
    .join('\n');

function listByLicence(packages: readonly ReportedPackage[]): string {
  const byLicence = new Map<string, string[]>();
  for (const { name, version, licence } of packages) {
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  }
  return [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `- ${licence} (${names.length}): ${names.join(', ')}`)
    .join('\n');
}
