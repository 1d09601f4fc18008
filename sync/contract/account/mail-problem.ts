/** Why an e-mail did not reach its buyer, apart from a mail server's own words: the server stores them, and administrators read them in their language. */
export const MAIL_PROBLEMS = {
  noAddress: 'the buyer’s login has no e-mail address',
  givenUp: 'given up',
  timeout: 'timeout',
  stopped: 'the server stops',
} as const;
