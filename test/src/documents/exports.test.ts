import * as documents from '@formwork/documents';
import * as json from '@formwork/schema/json';
import * as jsonText from '@formwork/schema/json-text';
import * as options from '@formwork/schema/options';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/documents exports exactly this', () => {
  expect(Object.keys(documents).toSorted()).toMatchInlineSnapshot(`
    [
      "DOCUMENT_DIALECTS",
      "compareAgentCards",
      "detectDocument",
      "isDocumentDialect",
      "listDocumentForms",
      "readDocumentText",
      "resolveSchema",
      "validateDocument",
      "validateDocumentText",
    ]
  `);
});

test('@formwork/schema/json-text exports exactly this', () => {
  expect(Object.keys(jsonText).toSorted()).toMatchInlineSnapshot(`
    [
      "decodeUtf8",
      "findDuplicateNames",
      "findInexactNumber",
      "findPosition",
      "isExactNumber",
      "parseJsonText",
      "toPosition",
    ]
  `);
});

test('@formwork/schema/json exports exactly this', () => {
  expect(Object.keys(json).toSorted()).toMatchInlineSnapshot(`
    [
      "appendPointer",
      "compareTexts",
      "cutText",
      "decodeFragment",
      "deepFreeze",
      "describeChangedValue",
      "describeValue",
      "didYouMean",
      "findChangedValue",
      "findJsonLoss",
      "findLostNumber",
      "findRounded",
      "getOwn",
      "hasLoneSurrogate",
      "indentJson",
      "isRecord",
      "isSameJson",
      "isScalar",
      "isTooDeep",
      "parseJson",
      "parsePointer",
      "parseUrl",
      "previewJson",
      "quote",
      "resolvePointer",
      "toList",
      "toRecord",
      "toSortedJson",
      "toWholeText",
    ]
  `);
});

test('@formwork/schema/options exports exactly this', () => {
  expect(Object.keys(options).toSorted()).toMatchInlineSnapshot(`
    [
      "BOOLEAN_RULE",
      "LOGGER_RULE",
      "adaptLogger",
      "checkOptions",
      "createConsoleLogger",
      "createIntegerRule",
      "createTimerRule",
    ]
  `);
});
