import { BLUR_COMMAND, COMMAND_PRIORITY_LOW, mergeRegister } from 'lexical';
import type { EditorThemeClasses, LexicalEditor } from 'lexical';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { createRichText, registerBehaviour } from './create-rich-text.ts';
import { HtmlReporter } from './html/html-reporter.ts';
import type { PasteEvents } from './paste/register-paste.ts';

interface RichTextOptions extends PasteEvents {
  readonly theme: EditorThemeClasses;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly isDisabled: boolean;
  readonly show: (src: string) => Promise<string>;
}

export interface RichText {
  readonly editor: LexicalEditor;
  /** To be given to the element in which is written. */
  readonly setRoot: (element: HTMLElement | null) => void;
}

/** An editor of a form's HTML value for as long as the component is there. */
export function useRichText(options: RichTextOptions): RichText {
  const { value, isDisabled } = options;
  const onChange = useEffectEvent(options.onChange);
  const onFiles = useEffectEvent(options.onFiles);
  const onDroppedImages = useEffectEvent(options.onDroppedImages);
  const onTooLong = useEffectEvent(options.onTooLong);
  const show = useEffectEvent(options.show);
  const [editor] = useState(() => createRichText(options.theme));
  const [reporter] = useState(() => new HtmlReporter(editor));

  useEffect(() => {
    const events: PasteEvents = {
      onFiles: (files) => onFiles(files),
      onDroppedImages: (count) => onDroppedImages(count),
      onTooLong: () => onTooLong(),
    };
    return mergeRegister(
      registerBehaviour(editor, events, (src) => show(src)),
      reporter.start((html) => onChange(html)),
      editor.registerCommand(BLUR_COMMAND, () => (reporter.report(), false), COMMAND_PRIORITY_LOW),
    );
  }, [editor, reporter]);

  useEffect(() => reporter.receive(value), [reporter, value]);
  useEffect(() => editor.setEditable(!isDisabled), [editor, isDisabled]);

  const setRoot = useCallback((element: HTMLElement | null) => editor.setRootElement(element), [editor]);
  return { editor, setRoot };
}
