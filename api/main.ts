import process from 'node:process';

const MIN_NODE_MAJOR = 24;
/** sysexits.h: the configuration is wrong. */
const EXIT_CONFIG = 78;
/** How long a server may take to stop; requests in flight have ten seconds of it. */
const MAX_STOP_MS = 15_000;

/** Ends the process with one sentence for the operator. */
function fail(sentence: string, code = 1): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

if (Number(process.versions.node.split('.')[0]) < MIN_NODE_MAJOR) {
  fail(
    `Hexlime needs Node ${MIN_NODE_MAJOR} or newer; this is ${process.version}. "npm start" installs the right one.`,
  );
}

// Imported late: an older Node fails to parse these files, with an unhelpful message.
const { reuseCompiled, storeCompiled } = await import('./keep-compiled.ts');
reuseCompiled();
const { createAppContext } = await import('./app-context.ts');
const { ConfigError, readConfig } = await import('./config/config.ts');
const { DEMO_USERS } = await import('./config/demo-users.ts');
const { toRegistrationUrl } = await import('./identity/administrators/registration-url.ts');
const { checkRealm } = await import('./identity/identity-realm.ts');
const { startServer } = await import('./server.ts');
const { adviseOnStorage, isOfSettings } = await import('./storage/storage-fault.ts');
const { seedChats } = await import('./seed/demo-chats.ts');
const { seedOrders } = await import('./seed/demo-orders.ts');
const { seedReplies } = await import('./seed/demo-replies.ts');
const { seedWhenEmpty } = await import('./seed/seed.ts');

/** Ends the process when an error is about a setting, else throws it again. */
function failOnWrongSetting(error: unknown): never {
  if (error instanceof ConfigError) fail(error.message, EXIT_CONFIG);
  throw error;
}

/** Ends the process when an error at the start is one of the storage or of a setting, else throws it again. */
function failAtStart(error: unknown): never {
  const advice = adviseOnStorage(error, config.database);
  if (advice !== undefined) fail(advice, isOfSettings(error, config.database) ? EXIT_CONFIG : 1);
  return failOnWrongSetting(error);
}

/** Reads the settings, or ends the process. */
function readConfigOrFail() {
  try {
    return readConfig(process.env);
  } catch (error) {
    return failOnWrongSetting(error);
  }
}

const config = readConfigOrFail();
const opened = await createAppContext(config).catch(failAtStart);
await checkRealm(opened).catch(failAtStart);
const seed = await seedWhenEmpty(opened).catch(failAtStart);
const context = { ...opened, blobs: seed.blobs };
for (const seedRows of [seedChats, seedOrders, seedReplies]) await seedRows(context).catch(failAtStart);

const server = await startServer(context).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const { port } = error as { port?: number };
    const setting = port === config.metrics?.port ? 'METRICS_PORT=9465' : 'PORT=3001';
    fail(`Port ${port} is in use. Stop what runs there, or choose another one: ${setting} npm start`);
  }
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
    fail(`Port ${config.port} needs more rights than this user has. Choose another one: PORT=3001 npm start`);
  }
  return failAtStart(error);
});
const password = await server.identity.adminPassword.prepare().catch(failAtStart);
const link = await server.identity.administrators.createFirstLink().catch(failAtStart);
const users = DEMO_USERS.map(({ name, role }) => `${name} (${role})`).join(', ');
// One write: a reader that waits for the address gets the other lines as well.
print(
  [
    '',
    `${context.shop.name()} is open at ${config.publicUrl ?? server.url}`,
    ...(password === undefined ? [] : [`The administrators' password is ${password}`]),
    ...(link === undefined
      ? []
      : [
          `Register a passkey for it at ${toRegistrationUrl(config.publicUrl ?? server.url, link.secret)} (once, within an hour)`,
        ]),
    ...(config.isDemo ? [`Sample users of the demo: ${users}`] : []),
  ].join('\n'),
);

storeCompiled();
void seed.finish().catch((error: unknown) => {
  context.log.error({ err: error }, 'images of the demo catalogue could not be drawn; the next start continues');
});

let isStopping = false;
async function stop(): Promise<void> {
  // A second signal stops the server at once.
  if (isStopping) process.exit(1);
  isStopping = true;
  const giveUp = (): void => {
    context.log.error('server did not stop in time: what it depends on does not answer');
    process.exit(1);
  };
  setTimeout(giveUp, config.stopDelayMs + MAX_STOP_MS).unref();
  seed.stop();
  await server.stop();
  await context.close();
}
/** After an uncaught fault the state in memory is unknown: requests in flight are finished, and the supervisor starts a clean process. */
async function stopAfter(fault: unknown): Promise<void> {
  context.log.fatal({ err: fault }, 'uncaught fault, server stops');
  process.exitCode = 1;
  // While the server is stopping already, requests in flight are still finished.
  if (isStopping) return;
  await stop().catch((stopError: unknown) => context.log.fatal({ err: stopError }, 'server could not stop cleanly'));
  process.exit(1);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('uncaughtException', (fault) => void stopAfter(fault));
process.on('unhandledRejection', (fault) => void stopAfter(fault));
