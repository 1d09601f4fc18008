import type { FirstStep } from '#contract/http/first-steps.ts';
import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

interface StepTexts {
  readonly title: string;
  readonly how: string;
}

/** Texts about the first steps of a shop's owner. */
export const firstStepMessages = localized('firstStepMessages', {
  title: 'First steps',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'To do',
  demo: (count: number) =>
    count === 1 ? '1 product of the demo is left.' : `${formatNumber(count)} products of the demo are left.`,
  removeDemo: 'Remove the demo products',
  removing: 'Removing…',
  removed: (count: number) => (count === 1 ? '1 demo product removed' : `${formatNumber(count)} demo products removed`),
  undo: 'Undo',
  setup: 'Server settings',
  setupHint:
    'These are set on the server, in the file .env beside compose.yaml; without Docker, in its environment. Afterwards start it again.',
  restart: 'docker compose up --detach',
  withoutDocker: 'Without Docker:',
  steps: {
    access: {
      title: 'Your own password and passkey',
      how: 'Register a passkey with the link that the server prints when it starts; until then the password alone opens everything. Set a password of your own, or write the generated one down and delete admin-password.txt from the data folder.',
    },
    name: { title: 'Name of the shop', how: '' },
    products: { title: 'Products', how: '' },
    payment: {
      title: 'Payment',
      how: 'Enter the keys of NOWPayments or of a BTCPay Server. Without them the shop accepts no orders.',
    },
    signIn: {
      title: 'Login of shoppers',
      how: 'Create an OAuth client of the type “Web application” at Google with the address of your shop as an authorized origin, and enter its id. The sample users of a demo do not move along: start with an empty data folder and take your products with you by export and import.',
    },
    address: {
      title: 'Public address',
      how: 'Point the host name of your shop to the server and enter it; with Docker the certificate comes by itself. A passkey works only at the address where it was registered: log in at the new one with a recovery code, and register another.',
    },
    backup: {
      title: 'Backup',
      how: 'Make a backup every night, for example with cron, and copy it to another machine. Done while the newest one in BACKUP_DIR, a setting of the server too, is less than two days old.',
    },
  } satisfies Record<FirstStep, StepTexts>,
});
