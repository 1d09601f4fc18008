/** Why a unit of writing is run again: other units wrote at the same time or held its locks for too long, or its connection was lost. */
export const REPETITION_REASONS = ['conflict', 'lock-timeout', 'lost-connection'] as const;
export type RepetitionReason = (typeof REPETITION_REASONS)[number];

/** Counts the repetitions of a process's units of writing, by their reason. */
export class UnitRepetitions {
  readonly #counts = new Map<RepetitionReason, number>();

  note(reason: RepetitionReason): void {
    this.#counts.set(reason, this.count(reason) + 1);
  }

  count(reason: RepetitionReason): number {
    return this.#counts.get(reason) ?? 0;
  }
}
