import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECRET_SETTINGS } from '../../config/secret-files.ts';

const FILES = ['deploy/compose.yaml', 'deploy/compose.cluster.yaml'];

/** Returns the text of each service by its name. */
function readServices(file: string): ReadonlyMap<string, string> {
  const [, text = ''] = /^services:\n((?: .*\n|\n)+)/m.exec(readFileSync(file, 'utf8')) ?? [];
  const [, ...parts] = text.split(/^ {2}(\w+):\n/m);
  return new Map(parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : [])));
}

const listOf = (service: string, key: string): string[] =>
  new RegExp(`^ {4}${key}: \\[(.*)\\]`, 'm').exec(service)?.[1]?.split(', ') ?? [];

it.each(FILES)('%s drops the capabilities of root only for services that do not start as root', (file) => {
  const services = [...readServices(file)];
  expect(services.map(([name]) => name)).toContain('shop');
  // A service with `build` has our own image, which names its user.
  const asRoot = services.filter(
    ([, service]) => service.includes('cap_drop: [ALL]') && !/^ {4}(build|user):/m.test(service),
  );
  expect(asRoot.map(([name]) => name)).toEqual([]);
});

it.each(FILES)('%s gives each service the secrets that its settings name', (file) => {
  const declared = [...readFileSync(file, 'utf8').matchAll(/file: \.\/secrets\/(.+)/g)].map(([, name]) => name);
  for (const [name, service] of readServices(file)) {
    const settings = [...service.matchAll(/(\w+)_FILE: \/run\/secrets\/(.+)/g)];
    const secrets = settings.map(([, , secret]) => secret ?? '');
    expect([name, listOf(service, 'secrets').toSorted()]).toEqual([name, secrets.toSorted()]);
    expect(declared).toEqual(expect.arrayContaining(secrets));
    if (!service.includes('build:')) continue;
    expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(settings.map(([, setting]) => setting)));
  }
});

it.each(FILES)('%s lets no service gain rights that it did not start with', (file) => {
  const open = [...readServices(file)].filter(
    ([, service]) => !service.includes("security_opt: ['no-new-privileges:true']"),
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

it('the cluster’s database and event server need a password, and no setting has an address that could contain it', () => {
  const services = readServices('deploy/compose.cluster.yaml');
  const [database = '', events = ''] = ['database', 'events'].map((name) => services.get(name));
  expect(database).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/database-password');
  expect(database).toContain('./create-shop-role.sql:/docker-entrypoint-initdb.d/');
  // The user that the image creates is a superuser, so it must not be the shop's.
  expect(/POSTGRES_USER: (\w+)/.exec(database)?.[1]).toBe('postgres');
  expect(events).toContain('requirepass');
  const addresses = [...services.values()].flatMap((service) => [
    ...service.matchAll(/^ +(?:REDIS|DATABASE)_URL: .+/gm),
  ]);
  expect(addresses.map(String)).toEqual([]);
});
