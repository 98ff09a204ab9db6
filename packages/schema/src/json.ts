// Everything named here is public; nothing else is.
export {
  type ChangedValue,
  describeChangedValue,
  findChangedValue,
  findLostNumber,
} from './json-text/text-problem.ts';
export { findRounded, type RoundedNumber } from './json-text/rounded-number.ts';
export { compareTexts } from './json/compare-texts.ts';
export { findJsonLoss, type JsonLoss, type JsonLossOptions } from './json/find-json-loss.ts';
export { hasLoneSurrogate, toWholeText } from './json/lone-surrogate.ts';
export { indentJson } from './json/indented-json.ts';
export { parseUrl } from './json/bounded-url.ts';
export { parseJson } from './json/parse-json.ts';
export {
  appendPointer,
  decodeFragment,
  parsePointer,
  resolvePointer,
} from './json/json-pointer.ts';
export { deepFreeze, getOwn, isRecord, toList, toRecord } from './json/record.ts';
export { isScalar } from './json/scalar.ts';
export { isSameJson, toSortedJson } from './json/sorted-json.ts';
export { didYouMean } from './problems/did-you-mean.ts';
export { describeValue } from './problems/describe-value.ts';
export { cutText, previewJson, quote } from './problems/preview-json.ts';
export { isTooDeep } from './validation/is-too-deep.ts';
