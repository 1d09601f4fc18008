import type { LexicalSubscription } from '@lexical/react/useLexicalSubscription';
import type { LexicalEditor } from 'lexical';

/**
 * Creates a subscription for `useLexicalSubscription` to a JSON-like value of the editor's state. The value keeps its identity while its
 * content is equal: most updates change neither formats nor selected image.
 */
export const subscribeTo =
  <Value>($read: () => Value) =>
  (editor: LexicalEditor): LexicalSubscription<Value> => {
    let last: { readonly value: Value } | undefined;
    const read = (): Value => {
      const value = editor.getEditorState().read($read);
      if (!last || JSON.stringify(last.value) !== JSON.stringify(value)) last = { value };
      return last.value;
    };
    return {
      initialValueFn: read,
      subscribe: (onValue) => editor.registerUpdateListener(() => onValue(read())),
    };
  };
