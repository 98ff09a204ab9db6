import { defineAgent, defineSkill, toAgentCard } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import type { Loose } from './card-view.ts';
import { compareAgentCards } from './compare-agent-cards.ts';

const text = { type: 'string' };
const order = {
  type: 'object',
  properties: { id: text },
  required: ['id'],
  additionalProperties: false,
};
const receipt = {
  type: 'object',
  properties: { total: { type: 'number' } },
  required: ['total'],
  additionalProperties: false,
};

/** Makes an agent card with these schemas, as this package writes it, and reads it back as JSON. */
function createCard(
  inputs: Record<string, JsonSchema>,
  outputs: Record<string, JsonSchema>,
): Loose {
  const skill = defineSkill({
    id: 'buy',
    name: 'Buy',
    description: 'Buys.',
    tags: ['shop'],
    input: inputs,
    output: outputs,
    run: () => {
      throw new Error('never called');
    },
  });
  const agent = defineAgent({
    name: 'Shop',
    description: 'Sells.',
    version: '1.0.0',
    skills: [skill],
  });
  const options = {
    interfaces: (['1.0', '0.3'] as const).map((protocolVersion) => ({
      url: 'https://shop.example/a2a',
      protocolBinding: 'JSONRPC' as const,
      protocolVersion,
    })),
    streaming: true,
    pushNotifications: false,
  };
  return JSON.parse(JSON.stringify(toAgentCard(agent, options))) as Loose;
}

const card = createCard({ order }, { receipt });

/**
 * Returns a copy of the card with another value at a path such as `skills.0.name`; `undefined`
 * removes the member.
 */
function change(path: string, value: unknown, from: Loose = card): Loose {
  const copy = structuredClone(from) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce<Record<string, unknown>>(
    (at, name) => at[name] as Record<string, unknown>,
    copy,
  );
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else owner[last] = value;
  return copy;
}

function summarize(before: unknown, after: unknown): readonly string[] {
  return compareAgentCards(before, after).changes.map(({ kind, code }) => `${kind} ${code}`);
}

test('the same card is identical', () => {
  expect(compareAgentCards(card, structuredClone(card))).toEqual({
    verdict: 'identical',
    changes: [],
  });
});

test('schemas are judged by how they are used', () => {
  const wider = { ...order, properties: { id: text, note: text } };
  expect(summarize(card, createCard({ order: wider }, { receipt }))).toEqual([
    'safe schema-property',
  ]);
  const more = { ...receipt, properties: { ...receipt.properties, note: text } };
  const report = compareAgentCards(card, createCard({ order }, { receipt: more }));
  expect(report.changes).toMatchObject([
    {
      kind: 'breaking',
      code: 'schema-property',
      pointer: '/capabilities/extensions/0/params/schemas/receipt/properties/note',
      in: 'new',
      message: 'Output "receipt": "note" was added, and was refused before.',
    },
  ]);
  expect(report.changes[0]).toHaveProperty('counterExample.note');
});

test('a schema that serves both ways is judged both ways', () => {
  const both = createCard({ order }, { order });
  const wider = { ...order, properties: { id: text, note: text } };
  expect(summarize(both, createCard({ order: wider }, { order: wider }))).toEqual([
    'breaking schema-property',
    'safe schema-property',
  ]);
});

test('names of schemas are what callers go by', () => {
  const renamed = compareAgentCards(card, createCard({ 'new-order': order }, { receipt }));
  expect(renamed.changes).toMatchObject([
    { kind: 'breaking', code: 'schema-renamed', was: 'order', is: 'new-order' },
  ]);
  expect(summarize(card, createCard({ order, other: receipt }, { receipt }))).toEqual([
    'safe input-mode-added',
  ]);
  expect(summarize(createCard({ order, other: receipt }, { receipt }), card)).toEqual([
    'breaking input-mode-removed',
  ]);
  expect(summarize(card, createCard({ order }, { receipt, other: order }))).toEqual([
    'breaking output-mode-added',
  ]);
});

const skill = (card['skills'] as readonly Loose[])[0] ?? {};

test.each<readonly [string, Loose, Loose, readonly string[]]>([
  [
    'a skill removed',
    change('skills.1', { ...skill, id: 'sell', name: 'Sell', inputModes: [] }),
    card,
    ['breaking skill-removed'],
  ],
  [
    'a skill added',
    card,
    change('skills.1', { ...skill, id: 'sell', name: 'Sell' }),
    ['safe skill-added'],
  ],
  ['a skill renamed', card, change('skills.0.id', 'purchase'), ['breaking skill-renamed']],
  ['texts of a skill', card, change('skills.0.description', 'Other.'), ['cosmetic text']],
  [
    'a plain mode added',
    card,
    change('skills.0.inputModes.2', 'image/png'),
    ['safe input-mode-added'],
  ],
  [
    'a mode that a range takes the place of',
    change('skills.0.inputModes.2', 'image/png'),
    change('skills.0.inputModes.2', 'image/*'),
    ['safe input-mode-added'],
  ],
  [
    'modes that are written in another way',
    change('skills.0.inputModes.2', 'Text/HTML'),
    change('skills.0.inputModes.2', 'text/html'),
    [],
  ],
  [
    'modes inherited by a skill',
    change('skills.0.inputModes', []),
    change('defaultInputModes', ['application/json'], change('skills.0.inputModes', [])),
    ['breaking input-mode-removed', 'safe input-mode-added'],
  ],
  [
    'streaming lost',
    card,
    change('capabilities.streaming', false),
    ['breaking capability-removed'],
  ],
  [
    'push notifications won',
    card,
    change('capabilities.pushNotifications', true),
    ['safe capability-added'],
  ],
  [
    'a transport lost',
    card,
    change('supportedInterfaces', [
      { url: 'https://shop.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ]),
    ['breaking transport-removed'],
  ],
  [
    'a transport won',
    card,
    change('supportedInterfaces.2', {
      url: 'https://shop.example/rest',
      protocolBinding: 'HTTP+JSON',
      protocolVersion: '1.0',
    }),
    ['safe transport-added'],
  ],
  [
    'another address',
    card,
    change('supportedInterfaces.0.url', 'https://new.example/a2a'),
    ['safe address-changed'],
  ],
  [
    'the extension gone',
    card,
    change('capabilities.extensions', []),
    ['breaking extension-removed', 'breaking extension-removed'],
  ],
  [
    'an extension required',
    card,
    change('capabilities.extensions.0.required', true),
    ['breaking extension-required'],
  ],
  [
    'a required extension added',
    card,
    change('capabilities.extensions.2', { uri: 'urn:x', required: true }),
    ['breaking extension-added'],
  ],
  [
    'parameters of an unknown extension',
    change('capabilities.extensions.2', { uri: 'urn:x' }),
    change('capabilities.extensions.2', { uri: 'urn:x', params: { a: 1 } }),
    ['unknown extension-params'],
  ],
  [
    'the schema lost that a mode names',
    card,
    change('capabilities.extensions.0.params.schemas.order', undefined),
    ['breaking schema-removed'],
  ],
  [
    'authentication required',
    card,
    change('securityRequirements', [{ schemes: { key: { list: [] } } }]),
    ['breaking security-required'],
  ],
  [
    'authentication no longer required',
    change('securityRequirements', [{ schemes: { key: { list: [] } } }]),
    card,
    ['safe security-accepted'],
  ],
  [
    'another way in',
    change('security', [{ key: [] }]),
    change('security', [{ key: [] }, { token: [] }]),
    ['safe security-accepted'],
  ],
  [
    'one more scope',
    change('security', [{ oauth: ['read'] }]),
    change('security', [{ oauth: ['read', 'write'] }]),
    ['breaking security-required'],
  ],
  [
    'security of one skill',
    card,
    change('skills.0.securityRequirements', [{ schemes: { key: {} } }]),
    ['breaking security-required'],
  ],
  [
    'an HTTP scheme in another case',
    change('securitySchemes', { token: { type: 'http', scheme: 'bearer' } }),
    change('securitySchemes', { token: { type: 'http', scheme: 'Bearer' } }),
    [],
  ],
  [
    'another HTTP scheme',
    change('securitySchemes', { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } }),
    change('securitySchemes', { token: { httpAuthSecurityScheme: { scheme: 'Basic' } } }),
    ['breaking security-scheme-changed'],
  ],
  [
    'a scheme that works in another way',
    change('securitySchemes', { key: { in: 'header', name: 'a' } }),
    change('securitySchemes', { key: { in: 'header', name: 'b' } }),
    ['breaking security-scheme-changed'],
  ],
  ['a version', card, change('version', '2.0.0'), ['cosmetic text']],
])('judges %s', (...[, before, after, expected]) => {
  expect(summarize(before, after)).toEqual(expected);
});
