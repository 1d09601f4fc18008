import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { Button } from '#pwa/ui/button.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './transfer.module.css';
import { useExport } from './use-export.ts';

/** Exports all products of a shop to a file. */
export function ExportPart({ shop }: { readonly shop: Parameters<typeof useExport>[0] }) {
  const { state, start } = useExport(shop);
  return (
    <section className={classNames(boxStyles['box'], styles['part'])}>
      <h2>{adminTransferMessages.exportTitle}</h2>
      <p>{adminTransferMessages.exportHint}</p>
      <div className={styles['tools']}>
        <Button disabled={state.step === 'running'} onClick={start}>
          {adminTransferMessages.export}
        </Button>
        {state.step === 'done' && (
          <Button look="quiet" onClick={state.save}>
            {adminTransferMessages.saveAgain}
          </Button>
        )}
      </div>
      <p role="status">
        {state.step === 'running' && adminTransferMessages.exporting(state.count)}
        {state.step === 'done' && adminTransferMessages.exported(state.count)}
      </p>
      {state.step === 'failed' && (
        <p className={styles['problem']} role="alert">
          {state.message}
        </p>
      )}
    </section>
  );
}
