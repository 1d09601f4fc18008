import { parseArgs } from 'node:util';
import type { DestinationStream } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import { ADMIN_ROLES, adminRolesSchema } from '#contract/account/roles.ts';
import { adminNameSchema } from '#contract/http/administrators.ts';
import { createAppContext } from '#api/app-context.ts';
import type { AppContext } from '#api/app-context.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { mayExist, nameDatabase } from '#api/storage/database-source.ts';
import { CONSOLE } from './actor.ts';
import { findAdministratorByName } from './administrator.repository.ts';
import { createStaff } from '#api/chats/staff.ts';
import { createAdministrators } from './administrators.service.ts';
import type { NewLink } from './administrators.service.ts';
import { readAdministrators } from './present-administrators.ts';
import { toRegistrationUrl } from './registration-url.ts';

/** Exit codes, documented with the command. */
export const ADMIN_EXIT = { ok: 0, rejected: 1, usage: 64, failed: 70 } as const;

const USAGE = `Usage: npm run admin -- list
       npm run admin -- add NAME --roles ${ADMIN_ROLES.join(',')}
       npm run admin -- revoke NAME
       npm run admin -- reset NAME    (removes passkeys, recovery codes and sessions, and prints a new link)`;

export interface AdminCommandOutputs {
  readonly messages: Pick<NodeJS.WritableStream, 'write'>;
  readonly log: DestinationStream;
}

type Print = (line: string) => unknown;

/** Lists, adds, revokes and resets administrators as the arguments say, also beside a running server; returns the exit code. */
export async function runAdmin(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { messages, log }: AdminCommandOutputs,
): Promise<number> {
  const print: Print = (line) => messages.write(`${line}\n`);
  const request = readArguments(args);
  if (typeof request === 'string') {
    print(request);
    print(USAGE);
    return ADMIN_EXIT.usage;
  }
  try {
    const config = readConfig(env);
    if (!mayExist(config.database)) {
      print(`There is no database at ${nameDatabase(config.database)}: start the server once first.`);
      return ADMIN_EXIT.failed;
    }
    await using resources = new AsyncDisposableStack();
    const context = await createAppContext(config, undefined, undefined, log);
    resources.defer(() => context.close());
    await run(request, context, print);
    return ADMIN_EXIT.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(error instanceof ConfigError || error instanceof ApiError ? `${reason}.` : `The command failed: ${reason}`);
    if (error instanceof ApiError) return ADMIN_EXIT.rejected;
    return error instanceof ConfigError ? ADMIN_EXIT.usage : ADMIN_EXIT.failed;
  }
}

type AdminRequest =
  | { readonly command: 'list' }
  | { readonly command: 'add'; readonly name: string; readonly roles: (typeof ADMIN_ROLES)[number][] }
  | { readonly command: 'revoke' | 'reset'; readonly name: string };

/** Parses the arguments; returns an error message when they are invalid. */
function readArguments(args: readonly string[]): AdminRequest | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { roles: { type: 'string' } },
    });
    const [command, name, ...others] = positionals;
    if (command === 'list' && name === undefined) return { command };
    if (command !== 'add' && command !== 'revoke' && command !== 'reset') return 'Name one command.';
    if (name === undefined || others.length > 0) return 'Name one administrator, in quotes if the name has spaces.';
    if (command !== 'add') return { command, name };
    if (!adminNameSchema.safeParse(name).success) return `"${name}" cannot be a name.`;
    const roles = adminRolesSchema.safeParse(values.roles?.split(',').map((role) => role.trim()));
    return roles.success ? { command, name, roles: roles.data } : `Give --roles, of: ${ADMIN_ROLES.join(', ')}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(request: AdminRequest, context: AppContext, print: Print): Promise<void> {
  const { database, config, now } = context;
  if (request.command === 'list') {
    for (const { name, roles, passkeys } of await readAdministrators(database.reader, now())) {
      const state =
        passkeys.length === 0 ? 'no passkey' : `${passkeys.length} ${passkeys.length === 1 ? 'passkey' : 'passkeys'}`;
      print([name, roles.join(',') || 'no roles', state].join('\t'));
    }
    return;
  }
  const administrators = createAdministrators({ ...context, applyStaff: createStaff(context.config).apply });
  const printLink = ({ secret, expiresAt }: NewLink): unknown =>
    print(
      `${request.name} registers a passkey at ${toRegistrationUrl(config.publicUrl ?? `http://localhost:${config.port}`, secret)} (valid once, until ${new Date(expiresAt).toISOString()})`,
    );
  if (request.command === 'add') {
    const { link } = await administrators.add(CONSOLE, request.name, request.roles);
    printLink(link);
    return;
  }
  const person = await findAdministratorByName(database.reader, request.name);
  if (!person) throw new ApiError('not-found', `There is no administrator "${request.name}"`);
  if (request.command === 'reset') printLink(await administrators.reset(CONSOLE, person.id));
  else {
    await administrators.revoke(CONSOLE, person.id);
    print(`${person.name} is revoked.`);
  }
}

if (import.meta.main) {
  process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
    messages: process.stdout,
    log: process.stderr,
  });
}
