import { $getNearestNodeFromDOMNode, $getSelection, $isNodeSelection, mergeRegister } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { $isImageNode } from '../nodes/image-node.ts';

/** Gives the pictures of the text their addresses on the screen, and marks the one that is selected. */
export function drawImages(editor: LexicalEditor, show: (src: string) => Promise<string>): () => void {
  const draw = async (image: HTMLImageElement): Promise<void> => {
    const node = editor.read(() => $getNearestNodeFromDOMNode(image));
    if (!$isImageNode(node)) return;
    const src = node.__src;
    image.dataset['asked'] = '';
    // A picture that cannot be shown has its words.
    const address = await show(src).catch(() => src);
    if (address.startsWith('blob:')) image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  };
  return mergeRegister(
    editor.registerUpdateListener(({ editorState }) => {
      const root = editor.getRootElement();
      if (!root) return;
      for (const image of root.querySelectorAll<HTMLImageElement>('img:not([data-asked])')) void draw(image);
      const selected = editorState.read(() => {
        const selection = $getSelection();
        return $isNodeSelection(selection) ? selection.getNodes() : [];
      });
      for (const old of root.querySelectorAll('[data-selected]')) old.removeAttribute('data-selected');
      for (const node of selected) editor.getElementByKey(node.getKey())?.setAttribute('data-selected', '');
    }),
  );
}
