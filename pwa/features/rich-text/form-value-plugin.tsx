import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { BLUR_COMMAND, COMMAND_PRIORITY_LOW } from 'lexical';
import { useEffect, useEffectEvent, useState } from 'react';
import { HtmlReporter } from './html/html-reporter.ts';

interface FormValuePluginProps {
  readonly value: string;
  readonly onChange: (html: string) => void;
}

/** Loads a form's HTML value into the surrounding editor and reports the document's changes to the form. */
export function FormValuePlugin({ value, onChange }: FormValuePluginProps) {
  const [editor] = useLexicalComposerContext();
  const report = useEffectEvent(onChange);
  const [reporter] = useState(() => new HtmlReporter(editor));

  useEffect(() => {
    const stop = reporter.start((html) => report(html));
    const stopBlur = editor.registerCommand(BLUR_COMMAND, () => (reporter.report(), false), COMMAND_PRIORITY_LOW);
    return () => {
      stopBlur();
      stop();
    };
  }, [editor, reporter]);
  useEffect(() => reporter.receive(value), [reporter, value]);

  // Alternative texts and titles of images change with a history-merge tag: such changes must be reported, too.
  return (
    <OnChangePlugin ignoreSelectionChange ignoreHistoryMergeTagChange={false} onChange={reporter.scheduleReport} />
  );
}
