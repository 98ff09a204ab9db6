// Everything named here is public; nothing else is.
export { findJsonLoss, type JsonLoss, type JsonLossOptions } from './json/find-json-loss.ts';
export { indentJson } from './json/indented-json.ts';
export { appendPointer, parsePointer, resolvePointer } from './json/json-pointer.ts';
export { deepFreeze, getOwn, isRecord, toList, toRecord } from './json/record.ts';
export { toSortedJson } from './json/sorted-json.ts';
export { describeValue } from './problems/describe-value.ts';
export { cutText, previewJson, quote } from './problems/preview-json.ts';
export { isTooDeep } from './validation/is-too-deep.ts';
