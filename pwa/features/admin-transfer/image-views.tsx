import type { ImageDownloads } from '#contract/http/image-downloads.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { Button } from '#pwa/ui/button.tsx';
import { MAX_SHOWN } from './remark-table.tsx';
import styles from './transfer.module.css';
import type { ImageImport } from './use-image-import.ts';

interface ImageDownloadsViewProps {
  readonly downloads: ImageDownloads;
  readonly onRetry: () => void;
}

/** Progress and failures of the images that the server fetches by their links; renders nothing when none is waiting or failed. */
export function ImageDownloadsView({ downloads, onRetry }: ImageDownloadsViewProps) {
  const { waiting, done, failed, failures } = downloads;
  const { images } = adminTransferMessages;
  if (waiting === 0 && failed === 0) return null;
  return (
    <div className={styles['outcome']}>
      {waiting > 0 && (
        <div className={styles['progress']}>
          <p role="status">{images.fetching(done, done + waiting)}</p>
          <progress aria-label={images.progress} value={done} max={done + waiting} />
        </div>
      )}
      {failed > 0 && (
        <section className={styles['rows']}>
          <h3>{images.failed(failed)}</h3>
          <FailureTable
            rows={failures.map(({ id, productId, title, link, reason }) => ({
              key: id,
              name: `${title} (${productId})`,
              link,
              reason,
            }))}
            more={failed}
          />
          <Button onClick={onRetry}>{images.retry}</Button>
        </section>
      )}
    </div>
  );
}

interface ImageImportViewProps {
  readonly state: ImageImport;
  readonly onCancel: () => void;
  readonly onReset: () => void;
}

/** Progress and failures of the images of a ZIP file. */
export function ImageImportView({ state, onCancel, onReset }: ImageImportViewProps) {
  const { name, total, stored, known, failures, isRunning, stopReason } = state;
  const { images, another, cancel } = adminTransferMessages;
  const done = stored + known + failures.length;
  return (
    <div className={styles['outcome']}>
      <p>
        <strong>{name}</strong>
      </p>
      <p role="status">{isRunning ? images.sending(done, total) : images.sent({ stored, known })}</p>
      {isRunning && (
        <div className={styles['progress']}>
          <progress aria-label={images.progress} value={done} max={Math.max(total, 1)} />
          <Button onClick={onCancel}>{cancel}</Button>
        </div>
      )}
      {stopReason !== null && (
        <p className={styles['problem']} role="alert">
          {stopReason}
        </p>
      )}
      {failures.length > 0 && (
        <section className={styles['rows']}>
          <h3>{images.failed(failures.length)}</h3>
          <FailureTable
            rows={failures.map(({ path, reason }) => ({ key: path, name: path, reason }))}
            more={failures.length}
          />
        </section>
      )}
      {!isRunning && <Button onClick={onReset}>{another}</Button>}
    </div>
  );
}

interface Failure {
  readonly key: string;
  readonly name: string;
  readonly link?: string;
  readonly reason: string;
}

function FailureTable({ rows, more }: { readonly rows: readonly Failure[]; readonly more: number }) {
  const { images, reason } = adminTransferMessages;
  const shown = rows.slice(0, MAX_SHOWN);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{images.image}</th>
            <th scope="col">{reason}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <td className={styles['image']} dir="auto">
                {row.name}
                {row.link !== undefined && <small dir="ltr">{row.link}</small>}
              </td>
              <td dir="auto">{fieldProblem(row.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > shown.length && <p>{images.more(more - shown.length)}</p>}
    </>
  );
}
