import { HistoryExtension } from '@lexical/history';
import { ListExtension } from '@lexical/list';
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
import { configExtension, defineExtension, mergeRegister, ParagraphNode } from 'lexical';
import type { ElementNode } from 'lexical';
import { CodeBlockNode, registerCodeBlock } from './nodes/code-block-node.ts';
import { ImageNode } from './nodes/image-node.ts';
import { LinkNode } from './nodes/link-node.ts';
import { RuleNode } from './nodes/rule-node.ts';
import { protectImages } from './images/protect-images.ts';
import { registerSelectImage } from './images/select-image.ts';
import { registerShortcuts } from './toolbar/shortcuts.ts';
import styles from './editor.module.css';

/** Undo steps of the description editor, and the pause after which typing starts a new one. */
const EDITOR_UNDO_DEPTH = 100;
const EDITOR_GROUP_MS = 500;

/** The nodes, history, lists and rules of a description's editor. The components inside the editor add what depends on the form. */
export const descriptionExtension = defineExtension({
  name: 'hexlime/description',
  namespace: 'description',
  // The form's value is loaded by `FormValuePlugin`.
  $initialEditorState: null,
  dependencies: [
    configExtension(ListExtension, { hasStrictIndent: true }),
    configExtension(HistoryExtension, { delay: EDITOR_GROUP_MS, maxDepth: EDITOR_UNDO_DEPTH }),
  ],
  nodes: [HeadingNode, QuoteNode, LinkNode, CodeBlockNode, ImageNode, RuleNode],
  // Classes of formats that have no element of their own in the editor.
  theme: {
    text: {
      bold: styles['bold'] ?? '',
      italic: styles['italic'] ?? '',
      underline: styles['underline'] ?? '',
      strikethrough: styles['strike'] ?? '',
      underlineStrikethrough: styles['underlineStrike'] ?? '',
    },
    list: { nested: { listitem: styles['nested'] ?? '' } },
  },
  register: (editor) =>
    mergeRegister(
      registerRichText(editor),
      ...[ParagraphNode, HeadingNode, QuoteNode].map((block) => editor.registerNodeTransform(block, $removeIndent)),
      registerCodeBlock(editor),
      registerSelectImage(editor),
      registerShortcuts(editor),
      protectImages(editor),
    ),
  // An error within the editor is a bug: it reaches the page's error boundary.
  onError: (error) => {
    throw error;
  },
});

/** Only list items can be indented in a description. */
function $removeIndent(block: ElementNode): void {
  if (block.getIndent() !== 0) block.setIndent(0);
}
