/** The page that a browser gets in place of a problem document, by the status of the reply. */
export const problemPageMessages = {
  titles: {
    400: 'This address is not valid',
    401: 'Log in first',
    403: 'You have no access to this page',
    404: 'Page not found',
    405: 'This page cannot be opened this way',
    413: 'This is too large to send',
    414: 'This address is too long',
    429: 'Too many requests',
    500: 'Something went wrong',
    503: 'The shop is not available right now',
  },
  advice: {
    400: 'Check the address and try again.',
    401: 'Log in to the shop, then open this page again.',
    403: 'Log in with another account, or ask the shop for access.',
    404: 'Check the address, or start from the store.',
    405: 'Go back and try again.',
    413: 'Send less at once.',
    414: 'Links to very long lists cannot be opened. Share a shorter list.',
    429: 'Wait a moment, then reload the page.',
    500: 'Try again in a moment. If it happens again, contact the shop.',
    503: 'Try again in a moment.',
  },
  retryAfter: (seconds: number) => (seconds === 1 ? 'Try again in 1 second.' : `Try again in ${seconds} seconds.`),
  backToStore: 'Back to the store',
};
