/** More emoji than this are shown in text size. */
const MAX_EMOJI = 6;
const SYMBOL = String.raw`\p{Extended_Pictographic}\p{EMod}?\ufe0f?`;
const FLAG = String.raw`\p{RI}\p{RI}`;
const KEY = String.raw`[#*\d]\ufe0f\u20e3`;
const EMOJI = String.raw`(?:${FLAG}|${KEY}|${SYMBOL}(?:\u200d${SYMBOL})*[\u{e0020}-\u{e007f}]*)`;
const EMOJI_ONLY = new RegExp(String.raw`^\s*(?:${EMOJI}\s*){1,${MAX_EMOJI}}$`, 'u');
/** Symbols that are shown as letters: ©, ®, ™ and the like. */
const LETTERLIKE = /[\u00a9\u00ae\u203c\u2049\u2122\u2139](?!\ufe0f)/;

/** Whether a text is nothing but a few emoji, which are shown larger. */
export const isEmojiOnly = (text: string): boolean => EMOJI_ONLY.test(text) && !LETTERLIKE.test(text);
