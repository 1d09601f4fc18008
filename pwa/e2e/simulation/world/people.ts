/** Users of the worlds. */
export const PEOPLE = ['alice', 'bob', 'sam'] as const;
export type Person = (typeof PEOPLE)[number];
