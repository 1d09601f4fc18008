import { CAN_REDO_COMMAND, CAN_UNDO_COMMAND, COMMAND_PRIORITY_LOW, mergeRegister } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { useEffect, useState } from 'react';
import { $readFormats, NO_FORMATS } from './read-formats.ts';
import type { Formats } from './read-formats.ts';

export interface ToolbarState extends Formats {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What the toolbar shows, as the selection and the document change. */
export function useFormats(editor: LexicalEditor): ToolbarState {
  const [formats, setFormats] = useState(NO_FORMATS);
  const [canUndo, setCanUndo] = useState(false);
  const [canRedo, setCanRedo] = useState(false);

  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => {
          const next = editorState.read($readFormats);
          // Most updates change no format: the toolbar is drawn anew only by those that do.
          setFormats((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
        }),
        editor.registerCommand(CAN_UNDO_COMMAND, (can) => (setCanUndo(can), false), COMMAND_PRIORITY_LOW),
        editor.registerCommand(CAN_REDO_COMMAND, (can) => (setCanRedo(can), false), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );

  return { ...formats, canUndo, canRedo };
}
