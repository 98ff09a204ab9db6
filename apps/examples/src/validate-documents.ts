// Documents of any dialect, checked by functions that find out the dialect and the kind themselves.

import { resolveSchema, validateDocument, validateDocumentText } from '@formwork/documents';
import assert from 'node:assert/strict';

const message = { kind: 'message', messageId: 'm-1', role: 'user', parts: [] };
const { valid, form } = validateDocument(message);
assert.ok(valid);
assert.equal(`${form?.dialect} ${form?.kind}`, 'a2a/v0.3 message');

// Each problem has its place in the text, and names the keyword of the schema that it violates.
const text = `{
  "messageId": "m-1",
  "role": "ROLE_USR",
  "parts": [{ "text": "Lion or tiger?" }]
}`;
const [problem] = validateDocumentText(text).problems;
assert.equal(problem?.line, 3);
assert.equal(problem.suggestion, 'did you mean "ROLE_USER"?');
assert.deepEqual(resolveSchema(problem.schema ?? '')?.schema, ['ROLE_USER', 'ROLE_AGENT']);
console.log(`${problem.line}:${problem.column} ${problem.pointer} ${problem.message}`);
