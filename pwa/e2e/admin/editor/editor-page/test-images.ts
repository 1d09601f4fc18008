import type { EditorImageStore } from '#pwa/platform/admin/editor-image-store.ts';

/** Calls of the editor, and switches for the outcome of image calls; tests reach them as globals of the page. */
const calls: string[] = [];
const switches = { failsAdd: false, rejects: false, failsRemove: false, addDelayMs: 0 };
Object.assign(globalThis, { calls, switches });

export const recordCall = (call: string): void => void calls.push(call);

const kept = new Map<string, File>();

/** An image store in the memory of this page. */
export const testImages: EditorImageStore = {
  add: async (file) => {
    recordCall(`add ${file.name}`);
    await new Promise((resolve) => setTimeout(resolve, switches.addDelayMs));
    if (switches.failsAdd) throw new Error('No room');
    if (switches.rejects) return { problem: `“${file.name}” cannot be opened.` };
    const src = `/images/editor/${kept.size + 1}.webp`;
    kept.set(src, file);
    return { src };
  },
  remove: async (src) => {
    recordCall(`remove ${src}`);
    if (switches.failsRemove) throw new Error('No network');
  },
  show: async (src) => {
    const file = kept.get(src);
    return file ? URL.createObjectURL(file) : src;
  },
};
