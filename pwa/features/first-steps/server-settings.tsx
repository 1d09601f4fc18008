import { useEffect } from 'react';
import type { FirstStep } from '#contract/http/first-steps.ts';
import { firstStepMessages as texts } from '#pwa/messages/en/first-steps.ts';
import styles from './server-settings.module.css';
import { useFirstSteps } from './use-first-steps.ts';

interface Setting {
  /** Lines of `.env`, or a command. */
  readonly lines: string;
  /** The lines for a server without Docker, where they differ. */
  readonly withoutDocker?: string;
  /** Where the values come from. */
  readonly source?: string;
}

/** What to set on the server, by step; the page has a section for each of these steps, with the step as its id. */
const SETTINGS = {
  access: { lines: 'ADMIN_PASSWORD=' },
  payment: { lines: 'NOWPAYMENTS_API_KEY=\nNOWPAYMENTS_IPN_SECRET=', source: 'https://nowpayments.io' },
  signIn: { lines: 'GOOGLE_CLIENT_ID=', source: 'https://console.cloud.google.com/auth/clients' },
  address: {
    lines: 'SHOP_HOST=shop.example',
    withoutDocker: 'PUBLIC_URL=https://shop.example\nTRUSTED_PROXIES=1',
  },
  backup: {
    lines: 'docker compose exec -T shop node api/backup/backup-command.ts --keep 30',
    withoutDocker: 'BACKUP_DIR=/var/backups/hexlime npm run --silent backup -- --keep 30',
  },
} as const satisfies Partial<Record<FirstStep, Setting>>;

type ServerStep = keyof typeof SETTINGS;

const SERVER_STEPS = Object.keys(SETTINGS) as ServerStep[];

/** The steps that can be done only on the server, each with the settings or the command that it needs. */
export function ServerSettings() {
  const { steps } = useFirstSteps();
  const isKnown = steps !== undefined;
  useEffect(() => {
    // A link within the app does not scroll to its section by itself.
    if (isKnown) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isKnown]);
  return (
    <div className={styles['page']}>
      <h1>{texts.setup}</h1>
      <p>{texts.setupHint}</p>
      <pre>{texts.restart}</pre>
      {SERVER_STEPS.map((step) => (
        <Section key={step} step={step} isDone={steps?.find((each) => each.step === step)?.isDone} />
      ))}
    </div>
  );
}

interface SectionProps {
  readonly step: ServerStep;
  /** Undefined until the server has answered. */
  readonly isDone: boolean | undefined;
}

function Section({ step, isDone }: SectionProps) {
  const { title, how } = texts.steps[step];
  const { lines, withoutDocker, source }: Setting = SETTINGS[step];
  return (
    <section id={step} className={styles['section']}>
      <h2>
        {title}
        {isDone !== undefined && <span>{isDone ? texts.done : texts.open}</span>}
      </h2>
      <p>{how}</p>
      <pre>{lines}</pre>
      {withoutDocker !== undefined && (
        <>
          <p>{texts.withoutDocker}</p>
          <pre>{withoutDocker}</pre>
        </>
      )}
      {source !== undefined && (
        <a href={source} target="_blank" rel="noreferrer">
          {new URL(source).hostname}
        </a>
      )}
    </section>
  );
}
