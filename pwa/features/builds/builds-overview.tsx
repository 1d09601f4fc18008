import type { ReactNode } from 'react';
import type { Cents } from '#contract/money/money.ts';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatTotal } from '#pwa/messages/format-total.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { SubcategoryCount } from '#sync/api/engine-api.ts';
import { buildName } from './build-text.ts';
import { useAssessedBuilds, useBuilds, useReadyBuilds } from './use-builds.ts';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import styles from './builds-overview.module.css';

interface BuildsOverviewProps {
  /** Why the last button that was pressed could not create a build; undefined if it did. */
  readonly problem: string | undefined;
  readonly renderLink: (id: number, children: ReactNode, className: string) => ReactNode;
  readonly onCreate: () => void;
  readonly onCopyReady: (mainCategory: string) => void;
}

/** All builds of this device, and the shop's own builds, which can be copied as a start. */
export function BuildsOverview({ problem, renderLink, onCreate, onCopyReady }: BuildsOverviewProps) {
  const builds = useBuilds();
  const assessed = useAssessedBuilds(builds);
  const { ready, isAwaited } = useReadyBuilds();
  return (
    <div className={styles['page']} data-loading={ready ? undefined : ''}>
      <div className={classNames(boxStyles['box'], styles['top'])}>
        <div>
          <h1>{buildMessages.title}</h1>
          <p>{buildMessages.hint}</p>
        </div>
        <Button look="primary" onClick={onCreate}>
          {buildMessages.create}
        </Button>
      </div>
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <ul className={styles['builds']}>
        {builds.map((build, index) => {
          const { total, problems = 0 } = assessed?.[index] ?? {};
          return (
            <li key={build.id}>
              {renderLink(
                build.id,
                <>
                  <strong>
                    <bdi>{buildName(build.name)}</bdi>
                  </strong>
                  <span className={styles['soft']}>{buildMessages.parts(build.parts.length)}</span>
                  {problems > 0 && <span className={styles['problem']}>{buildMessages.problems(problems)}</span>}
                  <span className={styles['total']}>
                    {total === undefined ? '' : buildMessages.amount(formatTotal(total))}
                  </span>
                </>,
                styles['build'] ?? '',
              )}
            </li>
          );
        })}
      </ul>
      {isAwaited && <Skeleton label={messages.states.loading} />}
      {ready && ready.length > 0 && (
        <section className={classNames(boxStyles['box'], styles['ready'])} aria-label={buildMessages.ready}>
          <h2>{buildMessages.ready}</h2>
          <p>{buildMessages.readyHint}</p>
          <ul>
            {ready.map(({ mainCategory, categories }) => (
              <li key={mainCategory}>
                <Button className={styles['choice'] ?? ''} onClick={() => onCopyReady(mainCategory)}>
                  <bdi>{mainCategory}</bdi>
                  <span className={styles['sum']}>{buildMessages.amount(formatTotal(sumPrices(categories)))}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const sumPrices = (categories: readonly SubcategoryCount[]): Cents =>
  categories.reduce((sum, category) => sum + category.price_sum_cents, 0) as Cents;
