import { expect, test } from 'vitest';
import { checkWithReference, fitsReference } from './check-with-reference.ts';
import { DOCUMENT_FORMS } from './document-form.ts';
import { resolveSchema } from './resolve-schema.ts';

const VALUES: readonly unknown[] = [
  null,
  7,
  [],
  {},
  { kind: 'message', messageId: 'm', role: 'usr', parts: [{ kind: 'text' }, { kind: 'txt' }, 5] },
  { messageId: '', role: 'ROLE_USR', parts: [{ text: 'a', url: 'b' }, {}] },
  { id: 't', contextId: 'c', status: { state: 'done', timestamp: 'now' }, artifacts: [{}] },
  { jsonrpc: '2.0', id: {}, method: 'SendMesage', params: {} },
  { message_id: 'x', message_type: 'request', payload: { method: 5, more: true } },
];

test('every form takes a value or says why not', () => {
  for (const { schema } of DOCUMENT_FORMS) {
    for (const value of VALUES) {
      const problems = checkWithReference(value, schema);
      expect(problems.map(({ keyword }) => keyword)).not.toContain('uncheckable');
      expect(problems.length > 0).toBe(!fitsReference(value, schema));
    }
  }
});

test('problems lead to the keyword that says so', () => {
  const [problem] = checkWithReference(
    { messageId: 'm', role: 'ROLE_USR', parts: [{ text: 'x' }] },
    'urn:formwork:schemas:a2a:v1.0:wire#/$defs/Message',
  );
  expect(problem).toMatchObject({
    pointer: '/role',
    schema: 'urn:formwork:schemas:a2a:v1.0:wire#/$defs/Role/enum',
    suggestion: 'did you mean "ROLE_USER"?',
  });
  expect(resolveSchema(problem?.schema ?? '')?.schema).toEqual(['ROLE_USER', 'ROLE_AGENT']);
});

test('a reference that leads nowhere is told', () => {
  expect(() => checkWithReference({}, 'urn:nothing#/x')).toThrow(
    'Cannot check the document because its schema must be one of @formwork/schemas: current value is "urn:nothing#/x"',
  );
});

test('a document that is nested too deep is told, and does not hang', () => {
  let deep: unknown = {};
  for (let level = 0; level < 10_000; level += 1) deep = { metadata: deep };
  const schema = 'urn:formwork:schemas:a2a:v1.0:wire#/$defs/Message';
  expect(checkWithReference(deep, schema)).toMatchObject([{ keyword: 'depth' }]);
});
