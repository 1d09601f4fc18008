import { FIRST_STEP_NAMES } from '#contract/http/first-steps.ts';
import type { FirstStep } from '#contract/http/first-steps.ts';
import { isLoopback } from '../../config/loopback.ts';
import type { Config } from '../../config/config.ts';
import { hasRegisteredAdministrator } from '../../identity/administrators/administrator.repository.ts';
import { findDemoProducts } from '../../seed/demo-products.ts';
import type { Queryable } from '../../storage/database.ts';
import { checkBackups, checkPasswordFile } from '../check-files.ts';
import { note, problem } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { findOwnName } from './shop-name.ts';

/** An installation whose first steps are checked. */
export interface Installation {
  readonly config: Config;
  /** Undefined: there is no database yet, or it cannot be read. */
  readonly db: Queryable | undefined;
  readonly nowMs: number;
}

type Check = (shop: Installation) => Promise<readonly Finding[]> | readonly Finding[];

interface StepCheck {
  /** What the step is called in the terminal. */
  readonly title: string;
  /** The step is done when it finds nothing. */
  readonly check: Check;
}

/** The first steps, for the doctor and for the administration. */
export const STEP_CHECKS: Readonly<Record<FirstStep, StepCheck>> = {
  access: { title: 'Your own password and passkey', check: checkAccess },
  name: { title: 'The name of the shop', check: checkName },
  products: { title: 'Products', check: checkProducts },
  payment: { title: 'Payment', check: checkPayment },
  signIn: { title: 'Login of shoppers', check: checkSignIn },
  address: { title: 'Public address', check: checkAddress },
  backup: { title: 'Backup', check: checkBackup },
};

/** A first step with what keeps it from being done. */
export interface CheckedStep {
  readonly step: FirstStep;
  readonly findings: readonly Finding[];
}

/** Checks all steps, in their order. Changes nothing. */
export const checkSteps = (shop: Installation): Promise<CheckedStep[]> =>
  Promise.all(FIRST_STEP_NAMES.map(async (step) => ({ step, findings: await STEP_CHECKS[step].check(shop) })));

async function checkAccess({ config, db }: Installation): Promise<Finding[]> {
  const hasPasskey = db === undefined || (await hasRegisteredAdministrator(db));
  return [
    ...(hasPasskey
      ? []
      : [problem('No passkey is registered: the password alone opens the administration. Register one at /admin.')]),
    ...(await checkPasswordFile(config)),
  ];
}

async function checkName({ config, db }: Installation): Promise<Finding[]> {
  if ((await findOwnName(config, db)) !== undefined) return [];
  return [note('The shop has no name of its own: set BRAND.')];
}

async function checkProducts({ db }: Installation): Promise<Finding[]> {
  if (!db) return [];
  const demo = (await findDemoProducts(db)).reduce((sum, { ids }) => sum + ids.length, 0);
  if (demo > 0) return [note(`The shop has ${demo} products of the demo: remove them at /admin.`)];
  const { total } = await db
    .selectFrom('shop')
    .select((eb) => eb.fn.sum<number | null>('count').as('total'))
    .executeTakeFirstOrThrow();
  return Number(total) > 0 ? [] : [note('The shop has no products: import or add some at /admin.')];
}

function checkPayment({ config: { payments } }: Installation): Finding[] {
  const { provider } = payments;
  if (provider.name === 'demo') return [note('Payments are simulated: set the keys of a payment provider.')];
  if (provider.name === 'none') return [note('There are no keys of a payment provider: the shop accepts no orders.')];
  return [];
}

function checkSignIn({ config: { isDemo, signIn } }: Installation): Finding[] {
  if (isDemo) return [problem('The demo is on: everyone signs in as a sample user. Set DEMO=0.')];
  return signIn.name === 'none' ? [note('GOOGLE_CLIENT_ID is not set: shoppers cannot log in.')] : [];
}

function checkAddress({ config: { publicUrl } }: Installation): Finding[] {
  if (publicUrl === undefined) {
    return [
      problem('PUBLIC_URL is not set: name the https address of the shop, or nothing works but on this machine.'),
    ];
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return [];
  if (isLoopback(hostname)) return [note(`PUBLIC_URL is ${publicUrl}: only this machine reaches the shop.`)];
  return [problem(`PUBLIC_URL is ${publicUrl}: use https, or logins and addresses of buyers can be read on the way.`)];
}

function checkBackup({ config, nowMs }: Installation): Promise<Finding[]> {
  return checkBackups(config.backupDir, nowMs);
}
