import {
  COMMAND_PRIORITY_HIGH,
  FORMAT_TEXT_COMMAND,
  CONTROL_OR_META,
  isModifierMatch,
  KEY_DOWN_COMMAND,
} from 'lexical';
import type { LexicalEditor } from 'lexical';
import { $isInList, indentItem, setBlockType } from './format-commands.ts';
import type { BlockType } from './format-commands.ts';

/** Block types of the digits 0 to 6 with Ctrl (Cmd) and Alt. */
const LEVELS: readonly BlockType[] = ['paragraph', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Block types by key code, with Ctrl (Cmd) and Shift. */
const BLOCKS: Partial<Record<string, BlockType>> = { Digit7: 'ol', Digit8: 'ul', Digit9: 'quote' };

/**
 * Registers shortcuts in addition to Lexical's own (bold, italic, underline, undo, redo). Tab is not a shortcut: it must move the focus out
 * of the editor.
 */
export const registerShortcuts = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      if (!isHandled(editor, event)) return false;
      event.preventDefault();
      return true;
    },
    COMMAND_PRIORITY_HIGH,
  );

function isHandled(editor: LexicalEditor, event: KeyboardEvent): boolean {
  const { code } = event;
  if (isModifierMatch(event, { ...CONTROL_OR_META, altKey: true }) && /^Digit[0-6]$/.test(code)) {
    setBlockType(editor, LEVELS[Number(code.slice(5))] ?? 'paragraph');
    return true;
  }
  if (isModifierMatch(event, { ...CONTROL_OR_META, shiftKey: true })) {
    const block = BLOCKS[code];
    if (block) setBlockType(editor, block);
    else if (code === 'KeyX') editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'strikethrough');
    return block !== undefined || code === 'KeyX';
  }
  if (!isModifierMatch(event, CONTROL_OR_META)) return false;
  if (code === 'KeyE') editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'code');
  else if ((code === 'BracketRight' || code === 'BracketLeft') && $isInList())
    indentItem(editor, code === 'BracketRight');
  else return false;
  return true;
}
