import { buildMessages } from '#pwa/messages/en/builds.ts';
import { formatTotal } from '#pwa/messages/format-total.ts';
import type { AssessedBuild } from './assess-build.ts';
import styles from './build-totals.module.css';

/** The totals of a build and whether its parts are available; screen readers announce changes. */
export function BuildTotals({ build }: { readonly build: AssessedBuild }) {
  const { parts, total, typicalTotal, problems, unpriced } = build;
  return (
    <div className={styles['totals']} role="status">
      <dl>
        {typicalTotal > 0 && (
          <div>
            <dt>{buildMessages.typicalTotal}</dt>
            <dd>{buildMessages.amount(formatTotal(typicalTotal))}</dd>
          </div>
        )}
        <div className={styles['total']}>
          <dt>{buildMessages.total}</dt>
          <dd>{buildMessages.amount(formatTotal(total))}</dd>
        </div>
      </dl>
      {unpriced > 0 && <p className={styles['soft']}>{buildMessages.unpriced(unpriced)}</p>}
      {parts.length > 0 && (
        <p className={problems > 0 ? styles['problems'] : styles['soft']}>
          {problems > 0 ? buildMessages.problems(problems) : buildMessages.allAvailable}
        </p>
      )}
    </div>
  );
}
