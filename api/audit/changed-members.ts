/** Longer texts are cut: the audit log shows what was changed and is not a backup. */
const MAX_TEXT_LENGTH = 500;

type Members = Readonly<Record<string, unknown>>;

/** Returns the members that differ between two versions of a record. */
export function changedMembers(before: Members, after: Members): { readonly before: Members; readonly after: Members } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  return { before: pick(before, names), after: pick(after, names) };
}

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.filter((name) => name in members).map((name) => [name, cut(members[name])]));

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT_LENGTH
    ? `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`
    : value;
