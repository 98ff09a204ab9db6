import type { DefinitionIssue } from '@formwork/schema';
import { type } from 'arktype';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DefinitionError } from '../errors.ts';
import type { Agent } from './agent.ts';
import { defineAgent } from './define-agent.ts';
import { defineSkill } from './define-skill.ts';
import type { AnySkill } from './skill.ts';

const pair = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

const texts = { name: 'Skill', description: 'Does something.', tags: [] } as const;

function createSkill(id: string, overrides: object = {}): AnySkill {
  const definition = { ...texts, id, input: { pair }, run: () => undefined, ...overrides };
  // Faulty definitions are the point: programs without types can send anything.
  return defineSkill(definition as Parameters<typeof defineSkill>[0]);
}

function define(...skills: AnySkill[]): Agent {
  return defineAgent({ name: 'Agent', description: 'Tests.', version: '1.0.0', skills });
}

function catchIssues(run: () => unknown): DefinitionError {
  try {
    run();
  } catch (error) {
    if (error instanceof DefinitionError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

test('defineAgent() tells errors and what is doubtful beside them at once', () => {
  const properties = { city: { type: 'string' }, zip: { type: 'strin' } };
  const input = { place: { type: 'object', properties, required: ['citi'] } };
  const { message, issues } = catchIssues(() => define(createSkill('one', { input })));
  expect(issues.map(({ severity }) => severity)).toEqual(['error', 'warning']);
  expect(message.split('\n')).toEqual([
    'Cannot define agent "Agent" because of 1 problem:',
    expect.stringMatching(/^ {2}1\. skill "one" input "place" at \/properties\/zip\/type: /u),
    'Besides, 1 warning:',
    expect.stringMatching(/^ {2}1\. .* at \/required\/0: .*, did you mean "city"\?$/u),
  ]);
});

test('defineAgent() collects named schemas of all skills, those of inputs first', () => {
  const agent = define(
    createSkill('one', { output: { result: { type: 'object' } } }),
    createSkill('two', { input: { other: { type: 'object' } } }),
  );
  expect([...agent.schemas.keys()]).toEqual(['pair', 'other', 'result']);
  expect([...agent.inputSchemas.keys()]).toEqual(['pair', 'other']);
  expect(agent.defaultInputModes).toEqual(['text/plain']);
});

test('defineAgent() names the skills when there is no description', () => {
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [createSkill('one')] });
  expect(agent.description).toBe('Skills: Skill.');
});

test('defineAgent() lets two skills share a schema, but not a name for two schemas', () => {
  expect(() => define(createSkill('one'), createSkill('two'))).not.toThrow();
  const { issues } = catchIssues(() =>
    define(createSkill('one'), createSkill('two', { input: { pair: { type: 'object' } } })),
  );
  expect(issues).toMatchObject([
    { code: 'schema-name-duplicate', where: 'skill "two" input "pair"' },
  ]);
});

test('defineAgent() reports the faults of all skills at once, each with its place', () => {
  const { code, issues, message } = catchIssues(() =>
    define(
      createSkill('bad id!', { description: '' }),
      createSkill('schemas', {
        input: {
          'no name': { type: 'object' },
          list: { type: 'array' },
          dangling: { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } },
          wrong: { type: 'object', required: 'a' },
          number: { type: 'object', properties: { n: { const: 2 ** 53 } } },
          pattern: { type: 'object', properties: { s: { type: 'string', pattern: '(' } } },
        },
      }),
      createSkill('examples', { examples: [{ a: 'Lion' }, 'not JSON'] }),
      createSkill('twice'),
      createSkill('twice'),
      createSkill('no-run', { run: undefined }),
      createSkill('nothing', { input: undefined, run: undefined }),
    ),
  );
  expect(code).toBe('DEFINITION_INVALID');
  const places = issues.map(({ where, pointer }) => (pointer ? `${where} ${pointer}` : where));
  expect(places).toEqual(
    expect.arrayContaining([
      'agent "Agent"',
      'skill "bad id!"',
      'skill "schemas" input "no name"',
      'skill "schemas" input "list"',
      'skill "schemas" input "dangling" /properties/a/$ref',
      'skill "schemas" input "wrong" /required',
      'skill "schemas" input "number" /properties/n/const',
      'skill "schemas" input "pattern" /properties/s/pattern',
      'skill "examples" example 1 /b',
      'skill "examples" example 2',
      'skill "no-run"',
      'skill "nothing"',
    ]),
  );
  expect(message).toContain(`because of ${issues.length} problems:`);
  for (const issue of issues) expect(message).toContain(issue.message);
});

test('defineAgent() refuses an agent without skills and modes nobody declares', () => {
  const { issues } = catchIssues(() =>
    defineAgent({
      name: '',
      version: '1',
      skills: [],
      defaultInputModes: ['text/plain', 'application/json;schema=ghost', 'nonsense'],
    }),
  );
  expect(issues.map((issue) => issue.code)).toEqual(['name', 'skills', 'mode', 'mode']);
});

test('defineAgent() keeps a slow pattern as a warning', () => {
  const slow = { type: 'object', properties: { s: { type: 'string', pattern: '^(a+)+\\1$' } } };
  const agent = define(createSkill('slow', { input: { slow } }));
  expect(agent.warnings).toMatchObject([
    { severity: 'warning', where: 'skill "slow" input "slow"', pointer: '/properties/s/pattern' },
  ]);
});

test('defineAgent() warns of a pattern that is linear here and slow in its library', () => {
  const pattern = /\d+\.\d+/u;
  const warningsOf = (field: z.ZodString): readonly DefinitionIssue[] =>
    define(createSkill('slow', { input: { slow: z.object({ s: field.regex(pattern) }) } }))
      .warnings;
  const own = { type: 'object', properties: { s: { type: 'string', pattern: pattern.source } } };
  expect(define(createSkill('own', { input: { own } })).warnings).toEqual([]);
  expect(warningsOf(z.string())).toMatchObject([
    {
      code: 'schema-pattern-unsafe',
      where: 'skill "slow" input "slow"',
      pointer: '/properties/s/pattern',
      message: expect.stringContaining('the library runs it in the engine of JavaScript'),
    },
  ]);
  expect(warningsOf(z.string().max(200))).toEqual([]);
});

test('defineAgent() names the field that a library cannot publish', () => {
  const { issues } = catchIssues(() =>
    define(createSkill('zod', { input: { dated: z.object({ day: z.object({ at: z.date() }) }) } })),
  );
  expect(issues).toMatchObject([
    { code: 'schema-conversion', pointer: '/properties/day/properties/at' },
  ]);
});

test('defineAgent() warns of what a library checks without publishing it', () => {
  const refined = z.object({ n: z.number().refine((n) => n > 1_000_000, 'must be huge') });
  const agent = define(createSkill('zod', { input: { refined } }));
  expect(agent.warnings.map((issue) => issue.code)).toContain('conversion-stricter');
});

test('defineAgent() warns of defaults that ArkType does not publish', () => {
  const defaulted = type({ a: 'string', n: 'number = 3' });
  const agent = define(createSkill('ark', { input: { defaulted } }));
  expect(agent.warnings).toMatchObject([{ code: 'conversion-default', pointer: '/properties/n' }]);
});

test('defineAgent() takes what is not JSON for a fault, not for a crash', () => {
  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { loop };
  const { issues } = catchIssues(() => define(createSkill('loop', { input: { loop } })));
  expect(issues).toMatchObject([{ code: 'schema-not-json' }]);
});

test('defineAgent() is not changed by later changes of a schema', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const agent = define(createSkill('one', { input: { schema } }));
  const before = agent.schemas.get('schema')?.fingerprint;
  schema.properties.a.type = 'number';
  expect(agent.schemas.get('schema')?.schema).toMatchObject({
    properties: { a: { type: 'string' } },
  });
  expect(agent.schemas.get('schema')?.fingerprint).toBe(before);
});

/** Defines an agent by any value, as programs without types can. */
function defineLoosely(definition: unknown): Agent {
  return defineAgent(definition as Parameters<typeof defineAgent>[0]);
}

test.each([undefined, null, 'agent', [], 1n])('defineAgent() refuses %s in words', (definition) => {
  const { issues } = catchIssues(() => defineLoosely(definition));
  expect(issues).toMatchObject([{ code: 'definition', where: 'agent' }]);
  expect(issues[0]?.message).toMatch(
    /^Cannot define the agent because its definition must be an object/u,
  );
});

test('defineAgent() takes nothing for a skill but what defineSkill made', () => {
  const plain = { ...texts, id: 'plain', input: { pair }, run: () => undefined };
  const skills = [createSkill('one'), plain, null, () => plain];
  const { issues } = catchIssues(() => defineLoosely({ name: 'Agent', version: '1', skills }));
  expect(issues.map(({ message }) => message.replace(/: current value is .*/u, ''))).toEqual([
    'Cannot define the agent because skills/1 must be made by defineSkill',
    'Cannot define the agent because skills/2 must be made by defineSkill',
    'Cannot define the agent because skills/3 must be made by defineSkill',
  ]);
});

test('defineAgent() says how to write what was forgotten about a skill', () => {
  const tell = (skills: unknown): readonly string[] =>
    catchIssues(() => defineLoosely({ name: 'Agent', version: '1', skills })).issues.map(
      ({ message }) => message.replace(/^.*current value is /u, ''),
    );
  expect(tell([undefined])).toEqual([
    'nothing, so look whether the module exports it by this name',
  ]);
  expect(tell(createSkill('one'))).toEqual(['the skill "one", so write skills: [skill]']);
});

test.each([undefined, null, 'skills', {}])('defineAgent() refuses %s for skills', (skills) => {
  const { issues } = catchIssues(() => defineLoosely({ name: 'Agent', version: '1', skills }));
  expect(issues).toMatchObject([{ code: 'skills', where: 'agent "Agent"' }]);
  expect(issues[0]?.message).toContain('skills must be an array of skills: current value is');
});

test('defineAgent() reports unknown fields, and known ones of the wrong type', () => {
  const { issues } = catchIssues(() =>
    defineLoosely({
      name: Symbol('name'),
      version: '1',
      skills: [createSkill('one')],
      skils: [],
      text: 'hello',
      provider: null,
      iconUrl: 7,
      timeoutMs: 0,
      retry: { maxAttempts: 0 },
      concurrency: 2,
      defaultInputModes: 'text/plain',
      defaultOutputModes: [1n],
    }),
  );
  expect(issues.map(({ code }) => code).toSorted()).toEqual(
    [
      'field-unknown',
      'field-unknown',
      'iconUrl',
      'mode',
      'mode',
      'name',
      'provider',
      'retry.maxAttempts',
      'text',
      'timeoutMs',
    ].toSorted(),
  );
  const unknown = issues.find(({ code }) => code === 'field-unknown');
  expect(unknown?.message).toMatch(/current value is "skils", did you mean "skills"\?$/u);
});

test('defineAgent() tells by its place which skill has no id', () => {
  const { issues } = catchIssues(() =>
    define(createSkill('one'), defineSkill(null as never), defineSkill(null as never)),
  );
  expect(issues).toMatchObject([
    { code: 'definition', where: 'agent "Agent" skills/1, skill without id' },
    { code: 'definition', where: 'agent "Agent" skills/2, skill without id' },
  ]);
});

test.each(['__proto__', 'constructor', 'prototype'])(
  'defineAgent() refuses the schema name %s',
  (name) => {
    const input = Object.fromEntries([[name, { type: 'object' }]]);
    const { issues } = catchIssues(() => define(createSkill('one', { input })));
    expect(issues).toMatchObject([{ code: 'schema-name' }]);
  },
);
