import type { AppContext } from '../app-context.ts';
import type { Route } from '../http/route.ts';
import type { Job } from '../jobs/job.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import { createMailer } from './mailer.ts';
import { createPreviewRoutes } from './preview.routes.ts';
import type { Shop } from './render-letter.ts';
import { createSendMailsJob } from './send-mails.job.ts';

/** Added to the time limit of an attempt. A claimed row belongs to its process for the sum of both; then another process may try. */
const CLAIM_MARGIN_MS = 2_000;

/** Sends e-mails about orders, if there are settings, and previews them in the demo. */
export interface Mail {
  readonly routes: readonly Route[];
  readonly jobs: readonly Job[];
  /** Ends the attempts in flight; one that only waits for the mail server's answer gets some time. */
  close(): Promise<void>;
}

export interface MailParts {
  readonly context: Pick<AppContext, 'config' | 'database' | 'write' | 'log' | 'shop' | 'now'>;
  readonly changes: Pick<OrderChanges, 'update'>;
  /** The public origin. */
  readonly getOrigin: () => string;
  /** Pause between two runs of the job. */
  readonly everyMs: number;
}

export function createMail({ context, changes, getOrigin, everyMs }: MailParts): Mail {
  const { config, database, write, log, shop, now } = context;
  const getShop = (): Shop => ({ name: shop.name(), accent: shop.current().accent, origin: getOrigin() });
  const routes = config.isDemo ? createPreviewRoutes(database, getShop) : [];
  const settings = config.mail;
  if (settings === undefined) return { routes, jobs: [], close: () => Promise.resolve() };
  if (config.publicUrl === undefined) log.warn('PUBLIC_URL is not set: e-mails link to this machine');
  const mailer = createMailer(settings);
  const claimMs = settings.timeoutMs + CLAIM_MARGIN_MS;
  return {
    routes,
    jobs: [createSendMailsJob({ database, write, changes, mailer, getShop, claimMs, everyMs, log, now })],
    close: () => mailer.close(),
  };
}
