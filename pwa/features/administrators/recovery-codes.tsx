import { useState } from 'react';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './administrators.module.css';
import { CopyButton } from './copy-button.tsx';
import codeStyles from './recovery-codes.module.css';

const { codes: texts } = administratorMessages;

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the person has confirmed that the codes are saved. */
  readonly onDone: () => void;
}

/** Recovery codes, shown once, with three ways to keep them. The person continues only after confirming that they are saved. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const text = `${texts.fileHead}\n\n${codes.join('\n')}\n`;
  return (
    <section className={styles['stack']} aria-label={texts.title}>
      <h2 className={styles['title']}>{texts.title}</h2>
      <p className={styles['soft']}>{texts.hint}</p>
      <ol className={codeStyles['codes']} aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['actions']} data-print="no">
        <CopyButton text={codes.join('\n')} label={texts.copy} />
        <Button onClick={() => print()}>{texts.print}</Button>
        <Button onClick={() => saveTextFile(texts.fileName, text, 'text/plain')}>{texts.download}</Button>
      </div>
      <label className={codeStyles['saved']} data-print="no">
        <input type="checkbox" checked={isSaved} onChange={(event) => setSaved(event.target.checked)} />
        {texts.saved}
      </label>
      <Button look="primary" className={codeStyles['done']} data-print="no" disabled={!isSaved} onClick={onDone}>
        {texts.done}
      </Button>
    </section>
  );
}
