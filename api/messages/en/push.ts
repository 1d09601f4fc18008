/** Texts of push messages. */
export const pushMessages = {
  signedIn: 'New sign-in',
  signedInOn: (device: string) => `${device} signed in to your account. If this was not you, log that device out.`,
  administratorLoggedIn: 'Administrator logged in',
  administratorLoggedInOn: (name: string | undefined, device: string) =>
    `${name ?? 'An administrator'}: ${device}. If you do not expect this, end the session.`,
  device: (browser: string | null, system: string | null) =>
    browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system ?? 'An unknown device'),

  paid: 'Payment received',
  sent: 'Your order was sent',

  replyAbout: (title: string) => `Reply about ${title}`,
  questionAbout: (buyer: string, title: string) => `${buyer} about ${title}`,
  photos: (count: number) => (count === 1 ? 'A photo' : `${count} photos`),

  stopWatching: 'Stop watching',
  newsAbout: (count: number) => `News about ${count} products that you watch`,
  andMore: (count: number) => `And ${count} more`,
  cheaper: (price: string, less: string) => `Now ${price}, ${less} less than when you saved it`,
  backCheaper: (price: string, less: string) => `Back in stock, now ${price}, ${less} less than when you saved it`,
  backFor: (price: string) => `Back in stock for ${price}`,
  back: 'Back in stock',
};
