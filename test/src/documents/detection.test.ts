import { toAgentCard, toLegacyAgentCard } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import {
  detectDocument,
  validateDocument,
  validateDocumentText,
  type DocumentDialect,
} from '@formwork/documents';
import { parsePointer, resolvePointer } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';

const OPTIONS = {
  interfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: 'https://agent.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ],
  streaming: true,
  pushNotifications: false,
} as const;

function toCopy(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

const card = toCopy(toAgentCard(demoAgent, OPTIONS));

function name(value: unknown): readonly string[] {
  const { kind, candidates } = detectDocument(value);
  const [first] = candidates;
  if (first === undefined) return [kind];
  const equals = candidates.filter((one) => one.score === first.score && one.fits === first.fits);
  return [kind, ...equals.map(({ form }) => `${form.dialect} ${form.kind}`)];
}

test.each([
  ['a card of 1.0', card, ['detected', 'a2a/v1.0 card']],
  ['a card of 0.3', toCopy(toLegacyAgentCard(demoAgent, OPTIONS)), ['detected', 'a2a/v0.3 card']],
  [
    'a message of 0.3 with a misspelt kind of part',
    { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'txt', text: 'x' }] },
    ['detected', 'a2a/v0.3 message'],
  ],
  [
    'a message that two versions write alike',
    { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] },
    ['detected', 'a2a/v1.0 message'],
  ],
  [
    'a task that ended as the release candidate spells it',
    { id: 't', contextId: 'c', status: { state: 'TASK_STATE_CANCELLED' } },
    ['detected', 'a2a/v1-rc task'],
  ],
  [
    'a call',
    { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: { kind: 'message' } } },
    ['detected', 'a2a/v0.3 message/send jsonRpcRequest'],
  ],
  [
    'an event',
    { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts: [] } } },
    ['ambiguous', 'a2a/v1.0 event', 'a2a/v1-rc event'],
  ],
  [
    'an envelope, by its type',
    { message_id: '1', message_type: 'goodbye', sender_id: 'me', payload: {} },
    ['detected', 'messages/v1 goodbye'],
  ],
  [
    'a message of a session',
    { id: 'm', role: 'user', content: 'Hi', created_at: '2026-01-01T00:00:00Z' },
    ['detected', 'sessions/v1 message'],
  ],
  [
    'a message of 1.0 with a mistake that the release candidate does not find',
    { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 1 }] },
    ['ambiguous', 'a2a/v1.0 message', 'a2a/v1-rc message'],
  ],
  ['nothing that is known', { colour: 'red' }, ['unknown']],
  ['no object', [1, 2], ['unknown']],
] as const)('%s is recognized', (_, value, expected) => {
  expect(name(value)).toEqual(expected);
});

test('a document that is nearly one of A2A is told what it looks like and lacks', () => {
  const { supportedInterfaces: _left, ...rest } = card;
  const [first] = validateDocument(rest).detection.candidates;
  expect(first).toMatchObject({ form: { kind: 'card' }, missing: ['supportedInterfaces'] });
  expect(validateDocument({ parts: [{ text: 'x' }] }).problems).toMatchObject([
    {
      message:
        'is not a known A2A document; it looks like "artifact" of a2a/v1.0, but artifactId is missing',
    },
  ]);
});

test('a document that has nothing of A2A is called unknown', () => {
  expect(validateDocument({ colour: 'red' }).problems).toMatchObject([
    { pointer: '', message: 'is not a known A2A document' },
  ]);
});

test('a dialect that is not known is named, with those that are', () => {
  const dialect = JSON.parse('"zzz"') as DocumentDialect;
  expect(() => validateDocumentText('{}', { dialect })).toThrow(
    /the dialect must be one of a2a\/v1\.0, .*: current value is "zzz"$/u,
  );
});

describe('a card that carries both versions', () => {
  const both = toCopy(toLegacyAgentCard(demoAgent, OPTIONS));

  test('is held against both', () => {
    expect(validateDocument(both)).toMatchObject({
      valid: true,
      form: { dialect: 'a2a/v0.3' },
      companion: { dialect: 'a2a/v1.0', kind: 'card' },
      warnings: [],
    });
  });

  test.each([
    ['1.0', { supportedInterfaces: [{ url: 5 }] }, ['/supportedInterfaces/0/url']],
    ['0.3', { url: 5 }, ['/url']],
    ['both', { url: 5, supportedInterfaces: 'x' }, ['/supportedInterfaces', '/url']],
  ])('is not valid with faults in its half of %s', (_, faults, expected) => {
    const report = validateDocument({ ...both, ...faults });
    expect(report.valid).toBe(false);
    expect(report.companion).toBeDefined();
    const pointers = new Set(report.problems.map(({ pointer }) => pointer));
    expect([...pointers]).toEqual(expect.arrayContaining(expected));
  });

  test('is valid with security as 0.3 writes it', () => {
    const secured = {
      ...both,
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      security: [{ key: [] }],
    };
    expect(validateDocument(secured)).toMatchObject({ problems: [], companion: {} });
  });

  test('is held against one if that is asked for', () => {
    const broken = { ...both, supportedInterfaces: [{ url: 5 }] };
    const report = validateDocument(broken, { dialect: 'a2a/v0.3' });
    expect(report.valid).toBe(true);
    expect(report.companion).toBeUndefined();
  });
});

test('why a document was taken for what it is stands beside it', () => {
  const [first] = detectDocument({
    kind: 'task',
    id: 't',
    status: { state: 'working' },
  }).candidates;
  expect(first).toMatchObject({ fits: false, form: { dialect: 'a2a/v0.3', kind: 'task' } });
  expect(first?.reasons).toEqual([
    'kind is "task"',
    'has "id", "kind", "status"',
    'lacks "contextId"',
  ]);
});

describe('rules that no schema can say', () => {
  const task = (more: object): object => ({
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING' },
    ...more,
  });
  const message = (more: object): object => ({
    messageId: 'm',
    role: 'ROLE_AGENT',
    parts: [{ text: 'x' }],
    ...more,
  });
  const artifact = { artifactId: 'a', parts: [{ text: 'x' }] };
  const envelope = (more: object): object => ({
    message_id: 'a7f8d9e2-3c4b-4d6e-8f8a-9b0c1d2e3f40',
    message_type: 'response',
    sender_id: 'agent-one',
    recipient_id: 'agent-two',
    timestamp: '2026-01-01T00:00:00Z',
    correlation_id: 'b7f8d9e2-3c4b-4d6e-8f8a-9b0c1d2e3f40',
    payload: { status: 'success', data: {} },
    ...more,
  });

  /** Returns a copy of the card with new values at the given JSON pointers. */
  function change(values: Readonly<Record<string, unknown>>): object {
    const copy = toCopy(card);
    for (const [pointer, value] of Object.entries(values)) {
      const names = parsePointer(pointer);
      const holder = resolvePointer(copy, pointer.slice(0, pointer.lastIndexOf('/')));
      if (typeof holder !== 'object' || holder === null) throw new Error(`${pointer} is nowhere`);
      Reflect.set(holder, names.at(-1) ?? '', value);
    }
    return copy;
  }

  test('the card, the task and the envelope that the others are made from are right', () => {
    expect(validateDocument(card)).toMatchObject({ valid: true, problems: [], warnings: [] });
    expect(validateDocument(task({ artifacts: [artifact] })).problems).toEqual([]);
    expect(validateDocument(envelope({})).problems).toEqual([]);
  });

  test.each([
    ['unique', '/skills/1/id', change({ '/skills/1/id': resolvePointer(card, '/skills/0/id') })],
    [
      'schema-name',
      '/skills/0/inputModes/1',
      change({ '/skills/0/inputModes/1': 'application/json;schema=fightComparisn' }),
    ],
    [
      'schema-reference-unresolved',
      '/schemas/fightComparison/$ref',
      change({ '/schemas/fightComparison': { $ref: '#/nowhere' } }),
    ],
    [
      'same-schema',
      '/schemas/fightComparison',
      change({ '/schemas/fightComparison': { type: 'object' } }),
    ],
    [
      'fingerprint',
      '/capabilities/extensions/0/params/fingerprints/fightComparison',
      change({ '/capabilities/extensions/0/params/fingerprints/fightComparison': 'sha256:0' }),
    ],
    ['example', '/skills/0/examples/0', change({ '/skills/0/examples': ['{"a": "Lion"}'] })],
    [
      'security-scheme',
      '/securityRequirements/0/schemes/kye',
      change({
        '/securitySchemes': {
          key: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } },
        },
        '/securityRequirements': [{ schemes: { kye: { list: [] } } }],
      }),
    ],
    ['unique', '/artifacts/1/artifactId', task({ artifacts: [artifact, artifact] })],
    ['unique', '/history/1/messageId', task({ history: [message({}), message({})] })],
    ['same-task', '/history/0/taskId', task({ history: [message({ taskId: 'other' })] })],
    [
      'required',
      '/parts/0/data',
      message({ parts: [{ text: 'x', metadata: { mimeType: 'application/json;schema=x' } }] }),
    ],
    [
      'correlation',
      '/correlation_id',
      envelope({ correlation_id: 'a7f8d9e2-3c4b-4d6e-8f8a-9b0c1d2e3f40' }),
    ],
  ])('%s is told at %s', (keyword, pointer, document) => {
    const { valid: isValid, problems } = validateDocument(document);
    expect(isValid).toBe(false);
    expect(problems).toContainEqual(expect.objectContaining({ keyword, pointer }));
  });

  test('names that A2A does not know are doubtful, with the one that was meant', () => {
    const { valid: isValid, warnings } = validateDocument(message({ context_id: 'c' }));
    expect(isValid).toBe(true);
    expect(warnings).toMatchObject([
      { pointer: '/context_id', suggestion: 'did you mean "contextId"?' },
    ]);
  });

  test('an agent in an envelope that did not send it is doubtful', () => {
    const auth = {
      agent_id: 'agent-three',
      timestamp: '2026-01-01T00:00:00Z',
      nonce: 'a1b2c3d4e5f678901234567890123456',
      signature: 'x',
    };
    expect(validateDocument(envelope({ auth })).warnings).toContainEqual(
      expect.objectContaining({ keyword: 'same-agent', pointer: '/auth/agent_id' }),
    );
  });
});

test('what is wrong with the text stands with what is wrong with the document', () => {
  const text =
    '\uFEFF{\n  "messageId": "m",\n  "role": "ROLE_USR",\n  "role": "ROLE_USR",\n  "parts": [{ "data": 9007199254740993 }]\n}';
  const { valid: isValid, problems, warnings } = validateDocumentText(text);
  expect(isValid).toBe(false);
  expect(problems.map(({ keyword, line, column }) => [keyword, line, column])).toEqual([
    ['enum', 3, 11],
    ['duplicate-name', 4, 3],
    ['exact-number', 5, 23],
  ]);
  expect(warnings).toMatchObject([{ keyword: 'byte-order-mark' }]);
  expect(validateDocumentText('{"a":1,}')).toMatchObject({
    valid: false,
    problems: [{ keyword: 'json', line: 1, column: 7 }],
  });
});

test('a choice that nothing is called is refused with what there is', () => {
  expect(() => validateDocument({}, { dialect: 'sessions/v1', kind: 'task' })).toThrow(
    /^Cannot validate because the kind must be one of card, session, message, artifact, error, .*: current value is "task"$/u,
  );
});

test('faults without end are counted, not listed, and take no time without end', () => {
  const said = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };
  const task = {
    id: 't',
    contextId: 'c',
    status: { state: 'TASK_STATE_WORKING' },
    history: Array.from({ length: 5000 }, () => said),
  };
  const { problems } = validateDocumentText(JSON.stringify(task));
  expect(problems).toHaveLength(101);
  expect(problems).toContainEqual(
    expect.objectContaining({ keyword: 'more', message: expect.stringContaining('4899 more') }),
  );
  const names = Array.from({ length: 5000 }, () => '"a":1').join(',');
  expect(validateDocumentText(`{${names}}`).problems).toHaveLength(101);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(validateDocumentText(deep)).toMatchObject({ valid: false, problems: [{ line: 1 }] });
});
