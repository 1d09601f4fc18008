/** Selects the mark of a page whose device has the whole current shop, as of the server's last answer. */
export const CATALOGUE_READY = '[data-updated]';
