/** Where the system posts pictures that are shared with the installed administration, and under which name. */
export const SHARE_PATH = '/admin/share';
export const SHARE_FIELD = 'images';
/** Where they wait for the page, which takes them out. */
export const SHARED_CACHE = 'admin-shared';
/** The page that takes them. */
export const SHARED_PAGE = '/admin?shared';
