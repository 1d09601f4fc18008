const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A device may be offline for long between uploading an image and saving the product that shows it. */
export const KEEP_UNUSED_MS = 30 * DAY_MS;
/** Callers that choose no ids upload and save in one go. */
export const KEEP_UNNAMED_MS = DAY_MS;
/** No upload takes longer. */
export const KEEP_PENDING_MS = HOUR_MS;
/** An operator may restore an older database, and then the newer one again. */
export const KEEP_ORPHANS_MS = DAY_MS;
