import type { TestApp } from '../../../testing/apps/test-app.ts';

/** Reads the state that a rejected call must not change. Tries and challenges are left out: a rejected call may use them up. */
export async function readState({ context }: Pick<TestApp, 'context'>): Promise<unknown> {
  const { reader } = context.database;
  return {
    administrators: await reader.selectFrom('administrator').selectAll().execute(),
    passkeys: await reader.selectFrom('passkey').selectAll().execute(),
    codes: await reader.selectFrom('recovery_code').selectAll().execute(),
    links: await reader.selectFrom('registration_link').selectAll().execute(),
    tokens: await reader.selectFrom('admin_token').selectAll().execute(),
    audit: await reader.selectFrom('admin_audit').selectAll().execute(),
  };
}
