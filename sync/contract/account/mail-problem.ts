/**
 * Reasons why an e-mail did not reach its buyer, besides those that mail servers report. The server stores the texts; pages translate them.
 */
export const MAIL_PROBLEMS = {
  noAddress: 'the buyer’s login has no e-mail address',
  givenUp: 'given up',
  timeout: 'timeout',
  stopped: 'the server stops',
} as const;
