import { useState } from 'react';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { Button } from '#pwa/ui/button.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';

const { codes: texts } = administratorMessages;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

/** Copies a text; the label shows the result. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [result, setResult] = useState<string>();
  const copy = (): void => {
    // `navigator.clipboard` is missing on insecure pages.
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    void done.then(
      () => setResult(texts.copied),
      () => setResult(texts.notCopied),
    );
  };
  return (
    <>
      <Button onClick={copy}>{result ?? label}</Button>
      <VisuallyHidden>
        <span role="status">{result}</span>
      </VisuallyHidden>
    </>
  );
}
