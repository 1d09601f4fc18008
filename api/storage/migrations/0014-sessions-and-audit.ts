import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  // What a user is shown of their devices; the id names a session without revealing its token.
  sql`alter table session add column id text`,
  sql`alter table session add column browser text`,
  sql`alter table session add column system text`,
  sql`alter table session add column network text`,
  sql`update session set id = lower(hex(randomblob(16)))`,
  sql`create unique index session_by_id on session (id)`,

  // Existing subscriptions name no session that could end them; pages subscribe again when they are opened.
  sql`drop table push_subscription`,
  sql`create table push_subscription (
    endpoint text not null primary key,
    session_id text not null references session (id) on delete cascade,
    sub text not null references user_account (sub),
    p256dh text not null,
    auth text not null,
    created_at integer not null
  ) strict`,
  sql`create index push_subscription_by_user on push_subscription (sub)`,
  sql`create index push_subscription_by_session on push_subscription (session_id)`,

  // Null: the administrator has no name.
  sql`alter table admin_audit add column actor_id text`,
  // Until now the actor was a text: name and id of a listed user, or the word for an unnamed administrator.
  sql`update admin_audit set actor_id = known.sub from (
      select distinct actor, (
        select sub from user_account where substr(entry.actor, -length(sub) - 2) = '(' || sub || ')'
      ) as sub
      from admin_audit as entry where actor like '% (%)'
    ) as known where known.actor = admin_audit.actor`,
  sql`create index admin_audit_by_actor on admin_audit (actor_id, number)`,
  sql`create index admin_audit_by_action on admin_audit (action, number)`,
  sql`create index admin_audit_by_time on admin_audit (at)`,
];

/** Devices of sessions, push subscriptions that end with their session, and the audit log by person, action and time. */
export const sessionsAndAudit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
