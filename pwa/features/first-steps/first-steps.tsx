import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { FirstStep } from '#contract/http/first-steps.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { firstStepMessages as texts } from '#pwa/messages/en/first-steps.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { foldedSteps } from './folded-steps.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon, SvgIcon } from '#pwa/ui/icons/icon.tsx';
import { UndoNotice } from '#pwa/ui/undo-notice.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './first-steps.module.css';
import { useDemoRemoval, useFirstSteps } from './use-first-steps.ts';
import type { DemoRemoval, ShownStep } from './use-first-steps.ts';

const CHECK = 'M6 12.5l4 4L18 8';

interface FirstStepsProps {
  /** Renders the link to the screen on which a step is done. */
  readonly renderLink: (step: FirstStep, content: ReactNode) => ReactNode;
}

/**
 * The first steps of a shop's owner, with links to those that are left; renders nothing once all are done, and before the server has
 * answered. Once the shop has products, the list is folded into one line, unless the owner has chosen otherwise.
 */
export function FirstSteps({ renderLink }: FirstStepsProps) {
  const { steps, demoProducts, reload } = useFirstSteps();
  const removal = useDemoRemoval(reload);
  const chosen = useSyncExternalStore(foldedSteps.subscribe, foldedSteps.get, () => undefined);
  const isFolded = chosen ?? (demoProducts > 0 || steps?.find(({ step }) => step === 'products')?.isDone === true);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isLeft = steps !== undefined && done < steps.length;
  return (
    <>
      {isLeft && (
        <details
          className={styles['steps']}
          open={!isFolded}
          onToggle={({ currentTarget: { open } }) => {
            if (open === isFolded) foldedSteps.update(() => !open);
          }}
        >
          <summary>
            <h2>{texts.title}</h2>
            <span>{texts.progress(done, steps.length)}</span>
          </summary>
          <ol className={styles['list']}>
            {steps.map((each) => (
              <Step key={each.step} {...each} renderLink={renderLink} />
            ))}
          </ol>
          <Demo count={demoProducts} removal={removal} />
        </details>
      )}
      {removal.removed !== undefined && removal.removed > 0 && (
        <UndoNotice
          text={texts.removed(removal.removed)}
          undo={texts.undo}
          onUndo={removal.undo}
          onOver={removal.forget}
        />
      )}
    </>
  );
}

function Step({ step, isDone, renderLink }: ShownStep & FirstStepsProps) {
  const { title } = texts.steps[step];
  if (!isDone) {
    return (
      <li>
        {renderLink(
          step,
          <>
            <span className={styles['mark']} />
            {title}
            <Icon name="next" />
          </>,
        )}
      </li>
    );
  }
  return (
    <li>
      <span className={styles['done']}>
        <span className={styles['mark']}>
          <SvgIcon path={CHECK} />
        </span>
        <span>
          {title} <VisuallyHidden>{texts.done}</VisuallyHidden>
        </span>
      </span>
    </li>
  );
}

function Demo({ count, removal }: { readonly count: number; readonly removal: DemoRemoval }) {
  const { failure } = removal;
  return (
    <>
      {(count > 0 || removal.isUnfinished) && (
        <div className={styles['demo']}>
          {count > 0 && <p>{texts.demo(count)}</p>}
          <Button aria-disabled={removal.isBusy} onClick={removal.remove}>
            {removal.isBusy ? texts.removing : texts.removeDemo}
          </Button>
        </div>
      )}
      {failure && (
        <p className={styles['failure']} role="alert">
          {failure.problem === 'rejected' ? errorMessage(failure.code) : adminMessages.problems[failure.problem]}
        </p>
      )}
    </>
  );
}
