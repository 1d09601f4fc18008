/** Names under which the system passes what was shared with the installed shop, as parameters of its start page. */
export const SHARE_QUERY = { title: 'shared-title', text: 'shared-text', url: 'shared-url' } as const;
