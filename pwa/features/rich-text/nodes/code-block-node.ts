import {
  $createLineBreakNode,
  $createParagraphNode,
  $findMatchingParent,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_HIGH,
  ElementNode,
  FORMAT_TEXT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  mergeRegister,
  TextNode,
} from 'lexical';
import type { LexicalEditor, LexicalNode, ParagraphNode, RangeSelection } from 'lexical';

/** A code block: lines of plain text. */
export class CodeBlockNode extends ElementNode {
  override $config() {
    return this.config('code-block', { extends: ElementNode });
  }

  override createDOM(): HTMLElement {
    const block = document.createElement('pre');
    block.spellcheck = false;
    return block;
  }

  override updateDOM(): boolean {
    return false;
  }

  override insertNewAfter(_selection: RangeSelection, restoreSelection?: boolean): ParagraphNode {
    const paragraph = $createParagraphNode();
    this.insertAfter(paragraph, restoreSelection);
    return paragraph;
  }

  override collapseAtStart(): boolean {
    const paragraph = $createParagraphNode();
    paragraph.append(...this.getChildren());
    this.replace(paragraph);
    return true;
  }
}

export const $isCodeBlockNode = (node: LexicalNode | null | undefined): node is CodeBlockNode =>
  node instanceof CodeBlockNode;

/** Returns the code block that contains the start of the selection. */
export function $findCodeBlock(): CodeBlockNode | null {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? $findMatchingParent(selection.anchor.getNode(), $isCodeBlockNode) : null;
}

/** Makes Enter start a new line in a code block, or leave the block from an empty last line. Removes formats from the block's text. */
export const registerCodeBlock = (editor: LexicalEditor): (() => void) =>
  mergeRegister(
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $enterLine, COMMAND_PRIORITY_HIGH),
    editor.registerCommand(FORMAT_TEXT_COMMAND, () => $findCodeBlock() !== null, COMMAND_PRIORITY_HIGH),
    editor.registerNodeTransform(TextNode, (node) => {
      if (!$isCodeBlockNode(node.getParent())) return;
      if (node.getFormat() !== 0) node.setFormat(0);
      if (node.getStyle() !== '') node.setStyle('');
    }),
    editor.registerNodeTransform(CodeBlockNode, $keepPlain),
  );

/** Moves images below the block and replaces links by their text. */
function $keepPlain(block: CodeBlockNode): void {
  for (const child of block.getChildren()) {
    if ($isTextNode(child) || $isLineBreakNode(child)) continue;
    if (child instanceof ElementNode) {
      for (const inner of child.getChildren()) child.insertBefore(inner);
      child.remove();
    } else {
      const paragraph = $createParagraphNode();
      block.insertAfter(paragraph);
      paragraph.append(child);
    }
  }
}

function $enterLine(): boolean {
  const block = $findCodeBlock();
  const selection = $getSelection();
  if (!block || !$isRangeSelection(selection)) return false;
  const last = block.getLastChild();
  const beforeLast = last?.getPreviousSibling();
  const { anchor } = selection;
  const isAtEnd = selection.isCollapsed() && anchor.getNode().is(block) && anchor.offset === block.getChildrenSize();
  if (isAtEnd && $isLineBreakNode(last) && (beforeLast === null || $isLineBreakNode(beforeLast))) {
    last.remove();
    beforeLast?.remove();
    block.insertNewAfter(selection).selectStart();
  } else selection.insertNodes([$createLineBreakNode()]);
  return true;
}
