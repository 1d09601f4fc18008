/**
 * Distinguishes a form's new values from echoes of the editor's own reports. A form may return a report late, after further changes of
 * the document.
 */
export class EchoFilter {
  /** The form's last value. */
  private known: string | undefined;
  /** The document's HTML at the last load or report; it may be written differently from `known`. */
  private current = '';
  /** Reports not yet returned by the form, oldest first. */
  private reported: string[] = [];

  /** Records a loaded value and the HTML of the document created from it. */
  load(value: string, html: string): void {
    this.known = value;
    this.current = html;
    this.reported = [];
  }

  /** Returns whether the document changed since the last load or report, and records `html` as reported. */
  report(html: string): boolean {
    if (html === this.current) return false;
    this.current = html;
    this.reported.push(html);
    return true;
  }

  /** Returns whether a form's value must be loaded: it is neither the known value nor a report. */
  isForeign(value: string): boolean {
    const echo = this.reported.indexOf(value);
    if (echo >= 0) {
      this.reported.splice(0, echo + 1);
      this.known = value;
    }
    return echo < 0 && value !== this.known;
  }
}
