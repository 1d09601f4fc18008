/** Products on one page of a category or a search. */
export const PAGE_SIZE = 25;
/** Products of the strip of most viewed ones, and of one row of the start screen. */
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
/** Most images of a product. */
export const MAX_IMAGE_COUNT = 200;
/** Most images of one upload, and the largest of them in bytes. */
export const MAX_UPLOAD_FILES = 20;
export const MAX_UPLOAD_BYTES = 15_728_640;
/** Most pixels of an uploaded image. */
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** A JPEG, PNG or WebP with at most so many pixels on so long a side is sent as it is: the server reads it whatever its depth and passes are. */
export const MAX_UNCONVERTED_PIXELS = 5_000_000;
export const MAX_UNCONVERTED_SIDE_PX = 4_096;
/** Largest body of an added or edited product, in bytes. */
export const MAX_PRODUCT_BODY_BYTES = 262_144;
/** Images of imports that could not be fetched, in one list. */
export const MAX_LISTED_FAILURES = 200;
/** Rows of a table that one call imports. */
export const MAX_IMPORT_ROWS = 200;
/** Days for which a deleted product can be restored. */
export const TRASH_DAYS = 30;
/** Best rating; 0 is none. */
export const MAX_RATE = 5;

/** Most products of a shop on a device's wish list; the oldest are removed. */
export const MAX_WISH_LIST_ITEMS = 500;
/** Most products that one device watches, of all shops. */
export const MAX_WATCHES = 500;
/** Largest body of a call with a device's watch list, in bytes. */
export const MAX_WATCH_LIST_BYTES = 65_536;
/** Most products of one message about watched products that its notification can stop. */
export const MAX_STOPPED_WATCHES = 40;
/** Most recently viewed products of a shop on a device. */
export const MAX_RECENTLY_VIEWED = 25;
/** Most products that are compared side by side. */
export const MAX_COMPARED_PRODUCTS = 4;
/** Most build lists on a device, different parts in one, units of a part, and characters of a list's name. */
export const MAX_BUILDS = 50;
export const MAX_BUILD_PARTS = 500;
export const MAX_PART_QUANTITY = 99;
export const MAX_BUILD_NAME_LENGTH = 100;
/** Pause in typing after which the list is searched. */
export const LIVE_SEARCH_DELAY_MS = 150;

/** Most rows in one reply of the change feed. */
export const MAX_CHANGES_PER_PAGE = 500;
/** Most ids of one `POST /api/products/batch`. */
export const MAX_BATCH_IDS = 500;

/** Most blocks, and most of their bytes, that one request fetches together; a larger one is fetched alone. */
export const MAX_TOGETHER_BLOCKS = 24;
export const MAX_TOGETHER_BYTES = 2_500_000;
/** Ids per details block. Blocks hold fixed ranges of ids, so that an insert never moves the rows of another block. */
export const DETAILS_BLOCK_IDS = 4_096;
/** Rows that a cards block aims at; 66,778 products make four blocks. */
export const CARDS_BLOCK_ROWS = 16_384;
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
/** … and waits this long: a lost server is noticed within 35 s, also after a silent socket. */
export const PROBE_TIMEOUT_MS = 4_000;

/** Most units of one line of a cart, or of one purchase. */
export const MAX_CART_QUANTITY = 99;
/** Units of a product's condition in stock. */
export const MAX_STOCK_QUANTITY = 9_999_999;
/** Most lines of a cart. */
export const MAX_CART_LINES = 50;
/** Most orders of one user that hold stock, whatever their status. */
export const MAX_OPEN_ORDERS = 5;
/** Most orders that one user leaves unpaid in an hour: each changes the stock that every visitor sees, twice. */
export const MAX_ABANDONED_ORDERS = 20;
/** Most unpaid units of one product that a user holds, unless the operator sets another number. */
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
/** Orders in one reply. */
export const MAX_ORDERS_PER_PAGE = 200;
/** Orders of one export, as a device may report it. */
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

/** Most operations of one push, and most bytes of its body. */
export const MAX_PUSH_OPERATIONS = 100;
export const MAX_PUSH_BYTES = 256_000;
/** Days for which the server stores the reply of an import under its idempotency key; those of other calls do not expire. */
export const IDEMPOTENCY_DAYS = 30;
/** Days for which the server stores the result of an operation at least; until the device has acknowledged it, without limit. */
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
/** Most photos of one message. */
export const MAX_MESSAGE_PHOTOS = 5;
/** Most canned replies of the staff, and the longest name of one, in characters; their texts are as long as a message. */
export const MAX_REPLIES = 100;
export const MAX_REPLY_NAME_LENGTH = 60;
/** Most products that are attached to one message, and that are shown as cards. */
export const MAX_MESSAGE_PRODUCTS = 10;
/** Longest name of a product in a link of a message, in code points. */
export const MAX_LINK_NAME_LENGTH = 60;
/** Largest photo that is sent to a chat, in bytes. */
export const MAX_CHAT_PHOTO_BYTES = 8_388_608;
/** Most bytes of one user's photos on the server. */
export const MAX_CHAT_PHOTOS_BYTES = 209_715_200;
/** Days after which a photo is deleted that was uploaded to a chat and never sent. */
export const UNSENT_PHOTO_DAYS = 30;
/** Most chats that one user starts in a day. */
export const MAX_NEW_CHATS_PER_DAY = 20;
/** Messages in one reply, of a history or of changes. */
export const MAX_MESSAGES_PER_PAGE = 100;
/** Newest messages that a device receives of a chat that is new to it; older ones are loaded on scroll. */
export const FIRST_MESSAGES = 20;
/** Chats in one reply. */
export const MAX_CHATS_PER_PAGE = 100;
/** Chats that a device receives first: the unread ones, then those with the newest messages; it asks for older ones when they are wanted. */
export const FIRST_CHATS = 1_000;
/** Pause after which a user no longer counts as typing. */
export const TYPING_STOP_MS = 2_000;
/** Interval at which continued typing is sent. */
export const TYPING_REPEAT_MS = 1_000;
/** Longest preview of a message in a list, in graphemes: 47 and an ellipsis that counts as three. */
export const MESSAGE_PREVIEW_LENGTH = 50;

/** Rows of each list of the administration's insights. */
export const MAX_INSIGHT_ROWS = 100;

/** Stock of a product, over all its conditions, from which on it is listed as low. */
export const LOW_STOCK_UNITS = 3;

/** How long an administrator can take a deletion back with one tap, in ms. */
export const UNDO_MS = 10_000;
