import type { AppContext } from '../app-context.ts';
import { ConfigError } from '../config/config.ts';
import type { Queryable } from '../storage/database.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';
import { DEMO_ISSUER } from './sign-in/demo-identity.ts';
import { GOOGLE_ISSUER } from './sign-in/google-credentials.ts';

/** Names the issuer that vouches for the users of a database. */
const REALM_KEY = 'identity_realm';

/** Makes a database the one of an issuer's users; false if it is another's already. */
export async function claimRealm(db: Queryable, issuer: string): Promise<boolean> {
  const known = await findMeta(db, REALM_KEY);
  if (known === undefined) await storeMeta(db, REALM_KEY, issuer);
  return known === undefined || known === issuer;
}

/** Anybody can be a user of the demo, so its users and real ones never share a database. @throws ConfigError when they would */
export async function refuseForeignRealm({ config, database }: Pick<AppContext, 'config' | 'database'>): Promise<void> {
  const realm = await findMeta(database.reader, REALM_KEY);
  if (realm === DEMO_ISSUER && (config.isProduction || config.signIn.name === 'google')) {
    throw new ConfigError(`The database ${config.databaseFile} has users of the demo: choose another DATA_DIR.`);
  }
  if (realm === GOOGLE_ISSUER && config.signIn.name === 'demo') {
    throw new ConfigError(
      `The database ${config.databaseFile} has real users: set GOOGLE_CLIENT_ID, or DEMO=0, or choose another DATA_DIR.`,
    );
  }
}
