import { CLEAR_HISTORY_COMMAND } from 'lexical';
import type { LexicalEditor } from 'lexical';
import { EchoFilter } from './echo-filter.ts';
import { toEditorState } from './to-editor-state.ts';
import { toHtml } from './to-html.ts';

/** The time from a change to its report, which includes the further changes until then. */
const REPORT_MS = 300;

/** Tag of the update that loads a form's value. */
export const LOADED_TAG = 'loaded';

/** Synchronizes an editor with a form's HTML value: loads the form's values and reports the document's changes. */
export class HtmlReporter {
  private readonly values = new EchoFilter();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly editor: LexicalEditor;
  private onChange: ((html: string) => void) | undefined;

  constructor(editor: LexicalEditor) {
    this.editor = editor;
  }

  /** Accepts a form's value; a value from elsewhere replaces the document and clears its history. */
  receive(value: string): void {
    if (!this.values.isForeign(value)) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.editor.setEditorState(this.editor.parseEditorState(toEditorState(value)), { tag: LOADED_TAG });
    this.editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
    this.values.load(value, this.read());
  }

  /** Sets the receiver of reports; the returned function reports the last change. */
  start(onChange: (html: string) => void): () => void {
    this.onChange = onChange;
    return () => this.report();
  }

  /** Reports the document's changes after `REPORT_MS`, unless a report is scheduled already. */
  readonly scheduleReport = (): void => {
    this.timer ??= setTimeout(() => this.report(), REPORT_MS);
  };

  /** Reports unreported changes at once. */
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
