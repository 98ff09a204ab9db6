// For packages of this workspace only: what is here may change with any version.
export { findStringEnd } from './json/indented-json.ts';
export { escapeCharacter } from './problems/preview-json.ts';
export { hasCode, isBusy, replaceBusyFile } from './busy-file.ts';
export { listenForEnd } from './end-request.ts';
export { publishNewFile } from './new-file.ts';
export {
  isCardMiss,
  isCardOf,
  isOtherType,
  listCardLocations,
  type CardLocation,
  type RawCard,
} from './card-locations.ts';
export { toCsvCell } from './csv-cell.ts';
export { createReport, describeChange } from './compatibility/compatibility-change.ts';
export { createMatchingString } from './examples/create-matching-string.ts';
export { type Evaluator, createEvaluator } from './evaluate/evaluator.ts';
export { judgeExpression } from './pattern/judge-expression.ts';
export { createPatternMatcher } from './pattern/pattern-matcher.ts';
export { findPatternRisk } from './pattern/pattern-risk.ts';
export { toUnicodePattern } from './pattern/unicode-pattern.ts';
export { toPlainFields, type Redaction } from './logging/plain-fields.ts';
export { readUiHints, UI_HINTS_KEYWORD } from './hints/ui-hints.ts';
export { expectNumber } from './json/ambiguous-number.ts';
export { isRepeatableId, readRequestIds, type RequestIds } from './json-text/request-ids.ts';
export { findTextFault, toChangeProblem } from './json-text/text-problem.ts';
export { describeUnnamedSchema } from './schema/unnamed-schema.ts';
export { describeType } from './problems/describe-value.ts';
export { listNames } from './problems/did-you-mean.ts';
export { describeUnreadVariable } from './options/unread-variables.ts';
export { createRestProblem } from './problems/to-problems.ts';
export { dereference } from './references/follow-reference.ts';
export {
  hasReference,
  isReferenceKeyword,
  readReference,
  REFERENCE_KEYWORD,
  REFERENCE_KEYWORDS,
} from './references/reference-keywords.ts';
export {
  type SchemaReference,
  type SchemaReferences,
  MAX_PLACE_LENGTH,
  readReferences,
} from './references/schema-references.ts';
export { listDependent, SUBSCHEMA_FORMS } from './references/schema-keywords.ts';
export { createSamples } from './schema/create-samples.ts';
export { findConversionLosses } from './schema/find-conversion-losses.ts';
export { findDroppedFlags } from './schema/find-dropped-flags.ts';
export { findNonJson } from './schema/find-non-json.ts';
export type { Direction } from './schema/find-unconvertible.ts';
export { validateWithLibrary } from './schema/validate-with-library.ts';
export { isSecretField, isSecretQuestion } from './secrets/is-secret.ts';
export { nameUrl, quoteInput } from './secrets/named-url.ts';
export { hideSecrets, isOneOf } from './secrets/hide-secrets.ts';
export { listSecretValues, removeSecrets } from './secrets/secret-values.ts';
export {
  ESCAPED_PASSWORD,
  hasSplitPassword,
  hideAddresses,
  nameAddress,
  quoteAddress,
  toShownAddress,
} from './secrets/shown-address.ts';
export { toFoldedWords } from './secrets/to-folded-words.ts';
export type { InferResultNames } from './types/schema-like.ts';
export { createTooLong, TOO_DEEP, UNCHECKABLE, explain } from './validation/explain.ts';
export { runGuarded } from '#guard';
export { decodeWhole, encodeWhole } from './json/whole-codec.ts';
export { toSpokenText } from './json/spoken-value.ts';
export { toNormalForm } from './json/normal-form.ts';
export { showUnsafe } from './json/visible-text.ts';
export { LOCAL_AGENT_LIMITS } from './vetting/vet-limits.ts';
