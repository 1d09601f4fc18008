import type { AppContext } from '../app-context.ts';
import { ConfigError } from '../config/config.ts';
import { nameDatabase } from '../storage/database-source.ts';
import type { Queryable } from '../storage/database.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';
import { DEMO_ISSUER } from './sign-in/demo-identity.ts';
import { GOOGLE_ISSUER } from './sign-in/google-credentials.ts';

/** The key under which a database stores the issuer of its users. */
const REALM_KEY = 'identity_realm';

/** Binds a database to an issuer's users; returns false when it is bound to another issuer. */
export async function claimRealm(db: Queryable, issuer: string): Promise<boolean> {
  const known = await findMeta(db, REALM_KEY);
  if (known === undefined) await storeMeta(db, REALM_KEY, issuer);
  return known === undefined || known === issuer;
}

/** Checks that demo users, who need no password, and real users never share a database. @throws ConfigError when they would */
export async function checkRealm({ config, database }: Pick<AppContext, 'config' | 'database'>): Promise<void> {
  const realm = await findMeta(database.reader, REALM_KEY);
  if (realm === DEMO_ISSUER && (config.isProduction || config.signIn.name === 'google')) {
    throw new ConfigError(
      `The database ${nameDatabase(config.database)} has users of the demo: choose another DATA_DIR, and take products along with npm run export and npm run import.`,
    );
  }
  if (realm === GOOGLE_ISSUER && config.signIn.name === 'demo') {
    throw new ConfigError(
      `The database ${nameDatabase(config.database)} has real users: set GOOGLE_CLIENT_ID, or DEMO=0, or choose another DATA_DIR.`,
    );
  }
}
