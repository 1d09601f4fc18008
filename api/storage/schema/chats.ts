import type { Generated } from 'kysely';

/** One row: the number of the last change of any chat. */
export interface ChatClockTable {
  id: number;
  seq: number;
  /** Tombstones up to this number are purged: a device with an older cursor starts over. */
  floor: Generated<number>;
}

/** A deleted chat, for the devices of a former member. */
export interface ChatTombstoneTable {
  chat_id: string;
  sub: string;
  /** The clock of the deletion. */
  seq: number;
  deleted_at: number;
}

/** A file of a deleted chat that may still exist. */
export interface ErasedBlobTable {
  path: string;
}

/** A buyer's chat about a product. Members that end in `_seq` are positions of messages; `last_…` describes the newest one. */
export interface ChatTable {
  id: string;
  buyer_sub: string;
  product_id: number;
  life: number;
  title: string;
  preview: string;
  placeholder: string;
  buyer_name: string;
  /** Empty when no seller was configured. */
  seller_sub: string;
  created_at: number;
  last_seq: Generated<number>;
  /** The newest message of each side. */
  last_buyer_seq: Generated<number>;
  last_staff_seq: Generated<number>;
  last_content: Generated<string>;
  last_photos: Generated<number>;
  last_sender_sub: Generated<string>;
  last_message_at: number | null;
  /** For each side, the position up to which at least one of its members has read. */
  buyer_read_seq: Generated<number>;
  staff_read_seq: Generated<number>;
}

export interface ChatMemberTable {
  chat_id: string;
  sub: string;
  /** `former`: no longer on the staff; kept so that devices learn of it. */
  role: 'buyer' | 'staff' | 'former';
  read_seq: Generated<number>;
  /** The clock when the member was added: new members get the newest messages, whatever their age. */
  joined_seq: number;
  /** The clock of the last change that affects the member. */
  seq: number;
}

export interface ChatMessageTable {
  chat_id: string;
  seq: number;
  /** Chosen by the sender; unique in the chat for each sender. */
  id: string;
  sender_sub: string;
  content: string;
  /** JSON list of paths. */
  images: string;
  created_at: number;
  clock: number;
}

/** A canned reply of the staff. */
export interface ChatReplyTable {
  id: string;
  name: string;
  text: string;
  version: number;
  /** Its place in the list. */
  place: number;
}

/** Photos uploaded to a chat; the bytes are in the blob store. */
export interface ChatPhotoTable {
  chat_id: string;
  id: string;
  /** The uploader. */
  sub: string;
  size_bytes: number;
  width: number;
  height: number;
  created_at: number;
  /** Whether the bytes are stored. A row is inserted before its file is written and deleted after it, so that every file has a row. */
  state: 'coming' | 'stored' | 'going';
  /** The message that contains it; null until it is sent. */
  message_seq: number | null;
}
