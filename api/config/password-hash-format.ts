/** Argon2id in the PHC format; groups: memory in KiB, passes, parallelism, salt, tag. */
export const ARGON2ID_HASH =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/;

/** Returns whether a text is an argon2id hash in the PHC format, as common tools write it. */
export const isPasswordHash = (text: string): boolean => ARGON2ID_HASH.test(text);
