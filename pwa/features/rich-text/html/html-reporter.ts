import { CLEAR_HISTORY_COMMAND } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { EchoFilter } from './echo-filter.ts';
import { toEditorState } from './to-editor-state.ts';
import { toHtml } from './to-html.ts';

/** A change is reported at most this often. */
const REPORT_MS = 300;

/** Marks the update in which another text has come from the form. */
export const LOADED_TAG = 'loaded';

/** Keeps an editor and a form's value the same: loads what the form hands in, reports what is written. */
export class HtmlReporter {
  private readonly values = new EchoFilter();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly editor: LexicalEditor;
  private onChange: ((html: string) => void) | undefined;

  constructor(editor: LexicalEditor) {
    this.editor = editor;
  }

  /** Takes a form's value; one that comes from elsewhere replaces the document and what could be undone in it. */
  receive(value: string): void {
    if (!this.values.isForeign(value)) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.editor.setEditorState(this.editor.parseEditorState(toEditorState(value)), { tag: LOADED_TAG });
    this.editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
    this.values.load(value, this.read());
  }

  /** Starts to watch the document; the function that comes back reports what is left and ends it. */
  start(onChange: (html: string) => void): () => void {
    this.onChange = onChange;
    const stop = this.editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
      this.timer ??= setTimeout(() => this.report(), REPORT_MS);
    });
    return () => {
      stop();
      this.report();
    };
  }

  /** Reports at once what was written and not yet reported. */
  report(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const html = this.read();
    if (this.values.report(html)) this.onChange?.(html);
  }

  private read(): string {
    return toHtml(this.editor.getEditorState().toJSON());
  }
}
