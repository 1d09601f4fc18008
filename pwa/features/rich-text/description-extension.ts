import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { ListItemNode, ListNode, registerList, registerListStrictIndentTransform } from '@lexical/list';
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
import { createEditor, mergeRegister, ParagraphNode } from 'lexical';
import type { EditorThemeClasses, ElementNode, LexicalEditor } from 'lexical';
import { EDITOR_GROUP_MS, EDITOR_UNDO_DEPTH } from '#contract/limits.ts';
import { CodeBlockNode, registerCodeBlock } from './nodes/code-block-node.ts';
import { drawImages } from './images/draw-images.ts';
import { ImageNode } from './nodes/image-node.ts';
import { protectImages } from './images/protect-images.ts';
import { LinkNode } from './nodes/link-node.ts';
import { registerPaste } from './paste/register-paste.ts';
import type { PasteEvents } from './paste/register-paste.ts';
import { RuleNode } from './nodes/rule-node.ts';
import { registerSelectImage } from './images/select-image.ts';
import { registerShortcuts } from './toolbar/shortcuts.ts';

/** The editor of a description, not yet on the page; an error within it is a bug and reaches the page's own handling. */
export const createRichText = (theme: EditorThemeClasses): LexicalEditor =>
  createEditor({
    namespace: 'description',
    theme,
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode, CodeBlockNode, ImageNode, RuleNode],
    onError: (error) => {
      throw error;
    },
  });

/** Registers all that an editor does by itself; returns what takes it off again. */
export const registerBehaviour = (
  editor: LexicalEditor,
  paste: PasteEvents,
  show: (src: string) => Promise<string>,
): (() => void) =>
  mergeRegister(
    registerRichText(editor),
    registerList(editor),
    registerListStrictIndentTransform(editor),
    registerHistory(editor, createEmptyHistoryState(), EDITOR_GROUP_MS, Date.now, undefined, EDITOR_UNDO_DEPTH),
    ...[ParagraphNode, HeadingNode, QuoteNode].map((block) => editor.registerNodeTransform(block, $keepFlat)),
    registerCodeBlock(editor),
    registerPaste(editor, paste),
    registerSelectImage(editor),
    registerShortcuts(editor),
    protectImages(editor),
    drawImages(editor, show),
  );

/** Only items of lists are indented: nothing else of a description can be. */
function $keepFlat(block: ElementNode): void {
  if (block.getIndent() !== 0) block.setIndent(0);
}
