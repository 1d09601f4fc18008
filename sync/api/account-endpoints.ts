/* The endpoints that the worker only passes on for pages of the shop. The worker imports their schemas, the page only their types. */

export { deleteMyData, downloadMyData } from '#contract/http/my-data.ts';
export { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
export { getSignIn, listSessions, revokeSession, revokeSessions } from '#contract/http/session.ts';
