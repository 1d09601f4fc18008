/**
 * Tells a form's new value from the echo of what the editor itself has reported: a form may hand a report back late, after the editor
 * has gone on.
 */
export class EchoFilter {
  /** The form's value, and what the document was when it was last loaded or reported: the two may be written differently. */
  private known: string | undefined;
  private current = '';
  /** Reports that the form has not handed back yet, the oldest first. */
  private reported: string[] = [];

  /** A value was loaded, and the document that it made reads `html`. */
  load(value: string, html: string): void {
    this.known = value;
    this.current = html;
    this.reported = [];
  }

  /** Whether the document has become another since it was loaded or reported; it counts as reported from now on. */
  report(html: string): boolean {
    if (html === this.current) return false;
    this.current = html;
    this.reported.push(html);
    return true;
  }

  /** Whether a value that the form hands in is neither what it had nor a report: then it has to be loaded. */
  isForeign(value: string): boolean {
    const echo = this.reported.indexOf(value);
    if (echo >= 0) {
      this.reported.splice(0, echo + 1);
      this.known = value;
    }
    return echo < 0 && value !== this.known;
  }
}
