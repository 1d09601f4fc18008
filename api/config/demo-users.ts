import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { listDemoUsers } from '#contract/http/demo-identity.ts';

/** Users that a visitor of the demo can sign in as. */
export const DEMO_USERS: EndpointReply<typeof listDemoUsers>['users'] = [
  { sub: 'demo-alice', name: 'Alice', email: 'alice@demo.invalid', role: 'buyer' },
  { sub: 'demo-bob', name: 'Bob', email: 'bob@demo.invalid', role: 'buyer' },
  { sub: 'demo-sam', name: 'Sam', email: 'sam@demo.invalid', role: 'seller' },
  { sub: 'demo-ada', name: 'Ada', email: 'ada@demo.invalid', role: 'administrator' },
];

export const DEMO_SELLER_ID = 'demo-sam';
export const DEMO_ADMIN_IDS: readonly string[] = ['demo-ada', DEMO_SELLER_ID];
