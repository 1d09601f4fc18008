import { $getNearestNodeFromDOMNode, $getSelection, $isNodeSelection } from 'lexical';
import type { EditorState, LexicalEditor } from 'lexical';
import { $isImageNode } from '../nodes/image-node.ts';

/** Sets the `src` of the document's images and marks the selected nodes. */
export function drawImages(editor: LexicalEditor, show: (src: string) => Promise<string>): () => void {
  const draw = async (image: HTMLImageElement): Promise<void> => {
    const node = editor.read(() => $getNearestNodeFromDOMNode(image));
    if (!$isImageNode(node)) return;
    const src = node.__src;
    image.dataset['drawn'] = '';
    // Without a stored file, the browser shows the alternative text.
    const url = await show(src).catch(() => src);
    if (url.startsWith('blob:')) image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
  };
  const drawAll = (editorState: EditorState): void => {
    const root = editor.getRootElement();
    if (!root) return;
    for (const image of root.querySelectorAll<HTMLImageElement>('img:not([data-drawn])')) void draw(image);
    const selected = editorState.read(() => {
      const selection = $getSelection();
      return $isNodeSelection(selection) ? selection.getNodes() : [];
    });
    for (const old of root.querySelectorAll('[data-selected]')) old.removeAttribute('data-selected');
    for (const node of selected) editor.getElementByKey(node.getKey())?.setAttribute('data-selected', '');
  };
  // The document is already loaded: the effect that loads the form's value runs before the caller's effect.
  drawAll(editor.getEditorState());
  return editor.registerUpdateListener(({ editorState }) => drawAll(editorState));
}
