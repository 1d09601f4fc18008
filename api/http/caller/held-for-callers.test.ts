import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Matches a direct listener for the end of a response, a request, a connection or a socket. */
const BARE_LISTENER =
  /\.(?:once|on|addListener|prependListener)\('(?:close|disconnect|aborted|end)'|\bonce\(\w+, 'close'/;

/** Files that may have such listeners, with their number: they listen for the end of something other than a caller, or only stop a timer. */
const OTHER_ENDS: Readonly<Record<string, number>> = {
  // The life of a caller itself.
  'api/http/caller/caller-life.ts': 1,
  // Stops the timer of a request's body once the body has arrived; whether it arrived earlier is checked before.
  'api/http/route.ts': 1,
  // Processes that the server starts, and their parent.
  'api/catalog/snapshot/build-in-process.ts': 1,
  'api/catalog/snapshot/snapshot-process.ts': 1,
  'api/seed/images/painter-process.ts': 1,
  'api/shop/draw-icons.ts': 1,
  // The server's own connections to PostgreSQL and Valkey, e-mails and files.
  'api/mail/mailer.ts': 1,
  'api/nodes/postgres/postgres-transport.ts': 1,
  'api/nodes/valkey/valkey-transport.ts': 1,
  'api/nodes/postgres/connection-watch.ts': 1,
  'api/transfer/read-bytes.ts': 1,
  'api/transfer/open-csv-parser.ts': 1,
};

it('[NET7] only the life of a caller (`caller-life.ts`) listens for the end of the caller', async () => {
  const found: Record<string, number> = {};
  for await (const path of glob('api/**/*.ts')) {
    if (/\.(?:test|contract)\.ts$|^api\/(?:bench|testing)\/|\/testing\//.test(path)) continue;
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => BARE_LISTENER.test(line));
    if (lines.length > 0) found[path] = lines.length;
  }
  expect(found).toEqual(OTHER_ENDS);
});
