/**
 * Seeds of worlds that found a mutant when all were hunted last (`NIGHT=1`). By day such a world runs first, because a hunt from seed 1 takes
 * minutes; one that does not find its mutant any more is no failure, but makes that day's run longer.
 */
export const KNOWN_WORLDS: Readonly<Record<string, number>> = {
  'stock is read and later written back': 1,
  'the last notice wins': 1,
  'replies are not stored': 5,
  'an expired reservation keeps its stock': 1,
  'cursors are timestamps': 1,
  'an operation leaves the overlay on acknowledgement': 49,
  'operations leave the outbox when sent': 2,
  'an outbox is sent as the user now signed in': 4,
  'operations included in the rows are applied again': 1,
  'a read mark applies on its own device only': 30,
  'own messages are unread': 14,
  'a frozen leader overwrites its successor': 9,
  'rows are pulled beside an addition in doubt': 7,
  'the tombstone floor is ignored': 29,
  'the digest is never compared': 2,
  'late replies are applied': 25,
  'blocks are not verified': 7,
  'confirmed operations are not sent again after a restore': 1,
  'late replies are applied to orders': 25,
  'the generation is never compared': 252,
  'equal taps share the id of their operation': 2,
  'the proof of a position is never checked': 1,
  'a number alone tells whether a position is of the history': 67,
  'an operation below the watermark is applied': 11,
  'a device ignores a reset': 21,
};
