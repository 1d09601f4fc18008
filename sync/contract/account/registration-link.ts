const PREFIX = '#register=';

/** Returns the path of a registration link. Its secret is in the fragment, which browsers do not send: it is in no log. */
export const toRegistrationPath = (secret: string): string => `/admin${PREFIX}${secret}`;

/** Returns the secret of a page's fragment, if there is one. */
export const readRegistrationSecret = (hash: string): string | undefined =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) || undefined : undefined;
