/** Path to which the system posts images shared with the installed administration, and their field name. */
export const SHARE_PATH = '/admin/share';
export const SHARE_FIELD = 'images';
/** Cache in which shared images wait for the page. */
export const SHARED_CACHE = 'admin-shared';
/** URL of the page that reads the shared images. */
export const SHARED_PAGE = '/admin?shared';
