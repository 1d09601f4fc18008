import type { DraftView, ProductDraft } from '#sync/api/admin-api.ts';
import { mergeDrafts } from '#sync/admin/store/merge-drafts.ts';

/** A form in this window, beside the stored draft that other windows change as well. */
export class DraftWindow {
  /** The form as it is shown. */
  current: ProductDraft;
  /** Whether the form is shown: a stored draft may precede it. */
  isOpen: boolean;
  /** Whether the draft is stored, as far as this window knows. */
  isStored = false;
  /** Undefined: a draft that is stored is replaced. */
  #seen: ProductDraft | undefined;
  #own = new Map<string, string | number>();
  #turns: Promise<unknown> = Promise.resolve();

  constructor(initial: ProductDraft, preset: ProductDraft | undefined) {
    this.current = preset ?? initial;
    this.isOpen = preset !== undefined;
  }

  /** What another window's changes are merged with. */
  get shared(): DraftView | undefined {
    return this.#seen && { seen: this.#seen, own: new Map(this.#own) };
  }

  /** The fields that were changed in this window, as it shows them. */
  get ownFields(): ProductDraft['fields'] {
    return Object.fromEntries([...this.#own.keys()].map((field) => [field, this.current.fields[field] ?? '']));
  }

  /** Runs a read or a write of the stored draft after the ones before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Opens the form with a stored draft, or as it is. */
  open(stored: ProductDraft | undefined): ProductDraft {
    this.isOpen = true;
    this.isStored = stored !== undefined;
    this.current = stored ?? this.current;
    this.#seen = this.current;
    return this.current;
  }

  /** Changes the form; returns it, or undefined if nothing has changed. */
  change(update: (draft: ProductDraft) => ProductDraft): ProductDraft | undefined {
    const before = this.current;
    const next = update(before);
    if (next === before) return undefined;
    for (const [field, value] of Object.entries(before.fields)) {
      if (next.fields[field] !== value && !this.#own.has(field)) this.#own.set(field, value);
      if (next.fields[field] === this.#own.get(field)) this.#own.delete(field);
    }
    this.current = next;
    return next;
  }

  /** Takes over a draft as the device has stored it; `sent` is what this window wrote. */
  takeSaved(sent: ProductDraft, saved: ProductDraft = sent): ProductDraft {
    this.#seen = sent;
    return this.takeStored(saved);
  }

  /** Takes over another window's changes. */
  takeStored(stored: ProductDraft): ProductDraft {
    const before = this.current;
    const seen = this.#seen ?? stored;
    if (seen !== stored) this.current = mergeDrafts({ seen, own: this.#own, mine: before, theirs: stored });
    this.#seen = stored;
    this.isStored = true;
    for (const field of this.#own.keys()) {
      if (this.current.fields[field] !== before.fields[field]) this.#own.delete(field);
    }
    return this.current;
  }

  /** Replaces the form by another one. */
  restart(next: ProductDraft): ProductDraft {
    this.current = next;
    this.#seen = next;
    this.#own.clear();
    return next;
  }

  /** This window deletes the stored draft. */
  forget(): void {
    this.isStored = false;
  }
}
