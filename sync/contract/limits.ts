/** Products on one page of a category or a search, for device and server alike: a size for each screen would have to be part of `BrowseState`. */
export const PAGE_SIZE = 25;
/** Products in the strip of the most viewed, and in one row of the start screen. */
export const ROW_SIZE = 25;

/** Longest product title, in characters. */
export const MAX_TITLE_LENGTH = 300;
/** Longest main category or category name, in characters. */
export const MAX_CATEGORY_LENGTH = 100;
/** Longest link to another site, in characters. */
export const MAX_LINK_LENGTH = 2_000;
/** Longest HTML description, in characters. */
export const MAX_DESCRIPTION_LENGTH = 200_000;
/** Longest text that can be searched for, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Highest product id: ids fit an unsigned 31-bit column. */
export const MAX_PRODUCT_ID = 2_147_483_647;
/** Maximum number of images of a product. */
export const MAX_IMAGE_COUNT = 200;
/** Maximum number of images of one upload, and maximum size of each, in bytes. */
export const MAX_UPLOAD_FILES = 20;
export const MAX_UPLOAD_BYTES = 15_728_640;
/** Maximum number of pixels of an uploaded image. */
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** A JPEG, PNG or WebP within these limits is sent as it is: the server reads it whatever its bit depth and number of passes. */
export const MAX_UNCONVERTED_PIXELS = 5_000_000;
export const MAX_UNCONVERTED_SIDE_PX = 4_096;
/** Largest body of an added or edited product, in bytes. */
export const MAX_PRODUCT_BODY_BYTES = 262_144;
/** Maximum number of failed image downloads in one list. */
export const MAX_LISTED_FAILURES = 200;
/** Maximum number of table rows that one call imports. */
export const MAX_IMPORT_ROWS = 200;
/** Days for which a deleted product can be restored. */
export const TRASH_DAYS = 30;
/** Best rating; 0 means no rating. */
export const MAX_RATE = 5;

/** Maximum number of products of a shop on a device's wish list; the oldest are removed. */
export const MAX_WISH_LIST_ITEMS = 500;
/** Maximum number of products that one device watches, of all shops. */
export const MAX_WATCHES = 500;
/** Largest body of a call with a device's watch list, in bytes. */
export const MAX_WATCH_LIST_BYTES = 65_536;
/** Maximum number of products that a notification's button stops watching; a notification about more products has no such button. */
export const MAX_STOPPED_WATCHES = 40;
/** Maximum number of recently viewed products of a shop on a device. */
export const MAX_RECENTLY_VIEWED = 25;
/** Maximum number of products that are compared side by side. */
export const MAX_COMPARED_PRODUCTS = 4;
/** Maximum numbers of build lists on a device, of different parts in one, of units of a part, and of characters of a list's name. */
export const MAX_BUILDS = 50;
export const MAX_BUILD_PARTS = 500;
export const MAX_PART_QUANTITY = 99;
export const MAX_BUILD_NAME_LENGTH = 100;
/** Pause in typing after which the list is searched. */
export const LIVE_SEARCH_DELAY_MS = 150;

/** Maximum number of rows in one reply of the change feed. */
export const MAX_CHANGES_PER_PAGE = 500;
/** Maximum number of ids of one `POST /api/products/batch`. */
export const MAX_BATCH_IDS = 500;

/** Maximum numbers of blocks that one request fetches together, and of bytes of all of them; a larger block is fetched alone. */
export const MAX_TOGETHER_BLOCKS = 24;
export const MAX_TOGETHER_BYTES = 2_500_000;
/** Ids per details block. Blocks hold fixed ranges of ids, so that an insert never moves the rows of another block. */
export const DETAILS_BLOCK_IDS = 4_096;
/** Rows that a cards block aims at; 66,778 products make seven blocks. */
export const CARDS_BLOCK_ROWS = 8_192;
/** Overlay rows above which a device adopts a newer snapshot. */
export const MAX_OVERLAY_ROWS = 2_000;
/** Days for which the tombstone of a deleted product or chat is kept at least. */
export const TOMBSTONE_DAYS = 90;

/** Reconnect delays of the realtime socket, and the random share of a delay. */
export const REALTIME_MIN_DELAY_MS = 1_000;
export const REALTIME_MAX_DELAY_MS = 5_000;
export const REALTIME_JITTER = 0.5;
export const REALTIME_CONNECT_TIMEOUT_MS = 20_000;
/** Interval of a client's pings … */
export const REALTIME_PING_INTERVAL_MS = 20_000;
/** … and how long it waits for the reply: half-open sockets are detected within 35 s. */
export const REALTIME_PONG_TIMEOUT_MS = 10_000;
/** Without a socket a device asks after this time whether the server answers, … */
export const PROBE_AFTER_MS = 5_000;
/** … then at this interval, … */
export const PROBE_INTERVAL_MS = 25_000;
/** … and waits this long: a lost server is noticed within 35 s, even if the socket died silently. */
export const PROBE_TIMEOUT_MS = 4_000;

/** Maximum number of units of one line of a cart, or of one purchase. */
export const MAX_CART_QUANTITY = 99;
/** Maximum number of units of a product's condition in stock. */
export const MAX_STOCK_QUANTITY = 9_999_999;
/** Maximum number of lines of a cart. */
export const MAX_CART_LINES = 50;
/** Maximum number of orders of one user that hold stock, whatever their status. */
export const MAX_OPEN_ORDERS = 5;
/** Maximum number of orders that one user leaves unpaid in an hour: each changes the stock that every visitor sees, twice. */
export const MAX_ABANDONED_ORDERS = 20;
/** Maximum number of unpaid units of one product that a user holds, unless the operator sets another number. */
export const MAX_UNPAID_UNITS = 10;
/** Longest address field of an order, and its e-mail address, in characters. */
export const MAX_ADDRESS_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
/** Longest name of a user, in characters. */
export const MAX_NAME_LENGTH = 200;
/** Longest postal service or tracking number, in characters. */
export const MAX_TRACKING_LENGTH = 64;
/** Longest id of a payment, in characters. */
export const MAX_PAYMENT_ID_LENGTH = 100;
/** Maximum number of orders in one reply. */
export const MAX_ORDERS_PER_PAGE = 200;
/** Maximum number of orders that a device may report for one export. */
export const MAX_EXPORTED_ORDERS = 1_000_000;
/** Entries of the audit log in one reply by default. */
export const AUDIT_PAGE_SIZE = 100;
/** Entries of the audit log in one reply at most, and in one export. */
export const MAX_AUDIT_PAGE_SIZE = 500;
export const MAX_AUDIT_EXPORT = 10_000;
/** Longest token of an administrator, in characters. */
export const MAX_TOKEN_LENGTH = 200;
/** Longest password of an administrator, in characters. */
export const MAX_PASSWORD_LENGTH = 200;
/** Longest name of an administrator or a passkey, in characters. */
export const MAX_ADMIN_NAME_LENGTH = 60;
/** Days for which a payment provider's notice is kept after the last change of its order. */
export const PAYMENT_NOTICE_DAYS = 400;
/** Minutes for which an unpaid order holds its stock, unless the operator sets another time. */
export const RESERVATION_MINUTES = 30;

/** Maximum numbers of operations of one push, and of bytes of its body. */
export const MAX_PUSH_OPERATIONS = 100;
export const MAX_PUSH_BYTES = 256_000;
/**
 * Days for which the server stores the replies of imports, and of calls that delete or restore many products, under their idempotency keys;
 * the replies of other calls do not expire.
 */
export const IDEMPOTENCY_DAYS = 30;
/**
 * Days for which the server stores the result of an operation that the device has acknowledged. Other results have no time limit, but
 * beyond a maximum number of results per user the server deletes the oldest.
 */
export const OPERATION_RESULT_DAYS = 90;
/** Days after which an unused session ends, and after which any session ends. */
export const SESSION_DAYS = 30;
export const MAX_SESSION_DAYS = 90;
/** Minutes after a login during which the user may download or delete their data. */
export const FRESH_SIGN_IN_MINUTES = 15;
/** Minutes for which a sign-in nonce is valid. */
export const SIGN_IN_MINUTES = 10;

/** Longest message of a chat, in code points. */
export const MAX_MESSAGE_LENGTH = 4_000;
/** Maximum number of photos of one message. */
export const MAX_MESSAGE_PHOTOS = 5;
/** Maximum number of canned replies of the staff, and the longest name of one, in characters; their texts may be as long as a message. */
export const MAX_REPLIES = 100;
export const MAX_REPLY_NAME_LENGTH = 60;
/** Maximum number of products that are attached to one message, and that are shown as cards. */
export const MAX_MESSAGE_PRODUCTS = 10;
/** Longest name of a product in a link of a message, in code points. */
export const MAX_LINK_NAME_LENGTH = 60;
/** Largest photo that is sent to a chat, in bytes. */
export const MAX_CHAT_PHOTO_BYTES = 8_388_608;
/** Maximum number of bytes of one user's photos on the server. */
export const MAX_CHAT_PHOTOS_BYTES = 209_715_200;
/** Days after which a photo that was uploaded to a chat and never sent is deleted. */
export const UNSENT_PHOTO_DAYS = 30;
/** Maximum number of chats that one user starts in a day. */
export const MAX_NEW_CHATS_PER_DAY = 20;
/** Maximum number of messages in one reply, of a history or of changes. */
export const MAX_MESSAGES_PER_PAGE = 100;
/** Number of newest messages that a device receives of a chat that is new to it; older ones are loaded on scroll. */
export const FIRST_MESSAGES = 20;
/** Maximum number of chats in one reply. */
export const MAX_CHATS_PER_PAGE = 100;
/** Number of chats that a device receives first: the unread ones, then those with the newest messages; it asks for older ones when needed. */
export const FIRST_CHATS = 1_000;
/** Pause after which a user no longer counts as typing. */
export const TYPING_STOP_MS = 2_000;
/** Interval at which continued typing is sent. */
export const TYPING_REPEAT_MS = 1_000;
/** Longest preview of a message in a list, in graphemes: 47 and an ellipsis that counts as three. */
export const MESSAGE_PREVIEW_LENGTH = 50;

/** Maximum number of rows in each list of the administration's insights. */
export const MAX_INSIGHT_ROWS = 100;

/** Stock of a product, over all its conditions, up to which it is listed as low. */
export const LOW_STOCK_UNITS = 3;

/** How long an administrator can take a deletion back with one tap, in ms. */
export const UNDO_MS = 10_000;
