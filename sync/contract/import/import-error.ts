import { FILE_PROBLEMS } from './file-problems.ts';
import type { FilePlace, FileProblem } from './file-problems.ts';

/** What is wrong with a file, for pages that say it in their language. */
export interface FileFault {
  readonly problem: FileProblem;
  readonly place: FilePlace;
}

/** A file cannot be read, or not to its end; the message is a sentence for the operator. */
export class ImportError extends Error {
  /** Undefined for what only the command meets, such as a path without a file. */
  readonly fault: FileFault | undefined;

  constructor(message: string, fault?: FileFault) {
    super(message);
    this.name = 'ImportError';
    this.fault = fault;
  }
}

/** Creates the error of a problem of the file's content. */
export function fileError(problem: FileProblem, place: Partial<FilePlace> = {}): ImportError {
  const whole = { row: 0, name: '', ...place };
  return new ImportError(FILE_PROBLEMS[problem](whole), { problem, place: whole });
}
