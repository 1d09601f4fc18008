/** What a check has found, for the operator: one sentence that says what is wrong and what to do. */
export interface Finding {
  /** `problem`: insecure or broken, ends with exit code 1; `note`: may be intended. */
  readonly level: 'problem' | 'note';
  readonly text: string;
}

export const problem = (text: string): Finding => ({ level: 'problem', text });
export const note = (text: string): Finding => ({ level: 'note', text });
