import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** The end of a response, a request, a connection or a socket, heard elsewhere than in the life of its caller. */
const BARE_LISTENER =
  /\.(?:once|on|addListener|prependListener)\('(?:close|disconnect|aborted|end)'|\bonce\(\w+, 'close'/;

/** Listeners that hear the end of something that is not a caller's, or that only stop a wait for bytes; each with its number in the file. */
const OTHER_ENDS: Readonly<Record<string, number>> = {
  // The life itself.
  'api/http/caller/caller-life.ts': 1,
  // The body of a request has arrived: a clock that waits for it stops. A body that has arrived before is looked for.
  'api/http/route.ts': 1,
  // Own processes and their parent.
  'api/catalog/snapshot/build-in-process.ts': 1,
  'api/catalog/snapshot/snapshot-process.ts': 1,
  'api/seed/images/painter-process.ts': 1,
  'api/shop/draw-icons.ts': 1,
  // Own connections to PostgreSQL and Valkey, letters and files.
  'api/mail/mailer.ts': 1,
  'api/nodes/postgres/postgres-transport.ts': 1,
  'api/nodes/valkey/valkey-transport.ts': 1,
  'api/nodes/postgres/connection-watch.ts': 1,
  'api/transfer/read-bytes.ts': 1,
  'api/transfer/open-csv-parser.ts': 1,
};

it('[NET7] the end of a caller is heard by its life alone, which rejects a caller who has gone already', async () => {
  const found: Record<string, number> = {};
  for await (const path of glob('api/**/*.ts')) {
    if (/\.(?:test|contract)\.ts$|^api\/(?:bench|testing)\/|\/testing\//.test(path)) continue;
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => BARE_LISTENER.test(line));
    if (lines.length > 0) found[path] = lines.length;
  }
  expect(found).toEqual(OTHER_ENDS);
});
