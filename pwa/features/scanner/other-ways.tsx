import { useId, useRef, useState } from 'react';
import { toBarcode } from '#contract/text/to-barcode.ts';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import type { FoundCode } from './reader/found-code.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { openImage } from './open-image.ts';
import styles from './scanner.module.css';
import type { CodeReading } from './use-code-reader.ts';

interface OtherWaysProps {
  readonly reading: CodeReading;
  readonly onCodes: (codes: readonly FoundCode[]) => void;
}

/** The ways to find a product without a camera: an image of the code, or the number printed below the code. */
export function OtherWays({ reading, onCodes }: OtherWaysProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const [number, setNumber] = useState('');
  const [isWrong, setWrong] = useState(false);

  const submit = (): void => {
    const isBarcode = toBarcode(number) !== undefined;
    setWrong(!isBarcode);
    if (isBarcode) onCodes([{ text: number, isUpcE: false }]);
  };
  const readImage = async (file: File): Promise<void> => {
    setMessage(scannerMessages.reading);
    const image = await openImage(file).catch(() => undefined);
    if (!image) {
      setMessage(scannerMessages.badImage);
      return;
    }
    try {
      const codes = await reading.read(image);
      setMessage(codes.length === 0 ? scannerMessages.noCode : '');
      if (codes.length > 0) onCodes(codes);
    } catch {
      setMessage(scannerMessages.problems.reader);
    }
  };

  return (
    <section className={styles['ways']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{scannerMessages.otherWays}</h3>
      <div className={styles['number']}>
        <TextField
          label={scannerMessages.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={28}
          value={number}
          problem={isWrong ? scannerMessages.wrongNumber : undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The scanner may be inside a form, which Enter must not submit.
            event.preventDefault();
            submit();
          }}
          onText={(text) => {
            setNumber(text);
            setWrong(false);
          }}
        />
        <Button disabled={number.trim() === ''} onClick={submit}>
          {scannerMessages.find}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this reset, choosing the same image again would fire no change event.
          target.value = '';
          if (file) void readImage(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <LazyIcon name="image" />
        {scannerMessages.image}
      </Button>
      <p className={styles['message']} role="status">
        {message}
      </p>
      <p className={styles['soft']}>{scannerMessages.onDevice}</p>
    </section>
  );
}
