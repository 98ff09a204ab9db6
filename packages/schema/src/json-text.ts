// Everything named here is public; nothing else is.
export { decodeUtf8, type DecodedText } from './json-text/decode-utf8.ts';
export { findDuplicateNames, type DuplicateName } from './json-text/find-duplicate-names.ts';
export { findPosition, type Position, toPosition } from './json-text/position.ts';
export { isExactNumber } from './json-text/exact-number.ts';
export { findInexactNumber, type InexactNumber } from './json-text/inexact-number.ts';
export { parseJsonText, type ParsedJson } from './json-text/parse-json-text.ts';
