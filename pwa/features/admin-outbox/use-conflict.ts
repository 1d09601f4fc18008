import { useState } from 'react';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useSaving } from '#pwa/platform/admin/use-saving.ts';
import type { SaveResult } from '#pwa/platform/admin/use-saving.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { planResolution } from './plan-resolution.ts';
import type { Choices } from './plan-resolution.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';

export interface OpenConflict {
  /** The operation in conflict; undefined until it is loaded, and again when it is no longer in conflict. */
  readonly entry: AdminEntry | undefined;
  readonly choices: Choices;
  readonly choose: (field: string, value: string | number) => void;
  /** Problems of the chosen values, by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly save: () => Promise<SaveResult | undefined>;
}

/** Returns a conflict with the values chosen so far. */
export function useConflict(op: number): OpenConflict {
  const data = useOpenAdminData();
  const saving = useSaving();
  const [choices, setChoices] = useState<Choices>({});
  const found = useAdminData(async (rows) => (await rows.outbox()).find((entry) => entry.op === op), [op]);
  const entry = found?.state === 'conflict' ? found : undefined;
  const fields = entry && planResolution(entry, choices);
  const problems = entry ? problemsOf(entry, choices) : {};
  return {
    entry,
    choices,
    choose: (field, value) => setChoices((last) => ({ ...last, [field]: value })),
    problems,
    canSave: fields !== undefined && Object.keys(problems).length === 0,
    isSaving: saving.isSaving,
    save: async () => {
      if (!fields || !data) return undefined;
      return saving.save(async () => {
        await data.resolve(op, fields);
        return op;
      });
    },
  };
}

function problemsOf({ operation }: AdminEntry, choices: Choices): Readonly<Record<string, string>> {
  if (operation.kind !== 'editProduct') return {};
  const schema = PRODUCT_FIELDS[getShop(operation.shop).offer];
  const checked = schema.safeParse({ ...operation.fields, ...choices });
  const issues = checked.success ? [] : checked.error.issues;
  return Object.fromEntries(
    issues
      .map(({ path, message }) => [String(path[0]), fieldProblem(message)])
      .filter(([field]) => choices[field as string] !== undefined),
  );
}
