import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Tests the compiler's messages about a handler that does not return the data its skill promises.

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = fileURLToPath(new URL('..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'messages-'));
let messages: ReadonlyMap<string, string> = new Map();

const prelude = `
import { defineSkill } from '${sources}definition/define-skill.ts';
const texts = { id: 'fight', name: 'Fight', description: 'Who would win?', tags: [] };
const input = {
  fightComparison: {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
} as const;
const output = {
  fightResponse: {
    type: 'object',
    properties: { winner: { type: 'string' }, probability: { type: 'number' } },
    required: ['winner', 'probability'],
    additionalProperties: false,
  },
} as const;
const odds = {
  type: 'object',
  properties: { chance: { type: 'number' } },
  required: ['chance'],
  additionalProperties: false,
} as const;
const outputs = { fightResponse: output.fightResponse, odds };
`;

const fixtures = {
  fine: `defineSkill({ ...texts, input, output,
    async run({ input }) { return { winner: input.a, probability: 0.5 }; } });`,
  missing: `defineSkill({ ...texts, input, output,
    async run({ input }) { return { winner: input.a }; } });`,
  wrong: `defineSkill({ ...texts, input: { odds }, output: { odds },
    async run({ input }) { return { chance: String(input.chance) }; } });`,
  synchronous: `defineSkill({ ...texts, input, output,
    run: ({ input }) => ({ winner: input.a, probability: 'high' }) });`,
  text: `defineSkill({ ...texts, output, text: ({ text }) => ({ winner: text }) });`,
  unpromised: `defineSkill({ ...texts, input, async run({ input }) { return { winner: input.a }; } });`,
  misspelt: `defineSkill({ ...texts, input, output,
    async run({ input }) { return { winner: input.a, probability: 1, probabilty: 0.5 }; } });`,
  misspeltWithin: `defineSkill({ ...texts, input, output: { list: {
      type: 'object', properties: { odds: { type: 'array', items: odds } } } },
    run: ({ input }) => ({ odds: [{ chance: input.a.length, chanse: 1 }] }) });`,
  misspeltText: `defineSkill({ ...texts, output: { open: {
      type: 'object', properties: { winner: { type: 'string' } } } },
    text: ({ text }) => ({ winner: text, flakey: true }) });`,
  moreColumns: `declare const row: { winner: string; probability: number; secret: string };
  defineSkill({ ...texts, input, output, run: () => row });`,
  property: `defineSkill({ ...texts, input, output,
    async run({ input }) { return { winner: input.c, probability: 1 }; } });`,
  example: `defineSkill({ ...texts, input, output, examples: [{ a: 'Lion' }],
    async run({ input }) { return { winner: input.a, probability: 0.5 }; } });`,
  library: `import * as z from 'zod';
  defineSkill({ ...texts, input: { odds }, output: { odds: z.object({ chance: z.number() }) },
    async run({ input }) { return { chance: String(input.chance) }; } });`,
  needless: `defineSkill({ ...texts, text: () => 'Hello', run: () => 'Hello' });`,
  fineNames: `const base = { ...texts, input };
  defineSkill({ ...base, output: outputs, run: () => ({ schema: 'odds', data: { chance: 1 } }) });
  defineSkill({ ...base, output: outputs,
    run() { return { schema: 'odds', data: { chance: 1 } }; } });
  defineSkill({ ...base, output: outputs, async run() {
    if (Math.random() < 0.5) return { schema: 'odds', data: { chance: 1 } };
    return { schema: 'fightResponse', data: { winner: 'Lion', probability: 1 } };
  } });
  defineSkill({ ...base, output: outputs, run: ({ input }) =>
    ({ schema: 'fightResponse', data: { winner: input.a, probability: 1 } }) });`,
  fineLiterals: `const item = { enum: ['a', 1, true, null] } as const;
  defineSkill({ ...texts, input, output: { letters: {
      type: 'object',
      properties: { item, items: { type: 'array', items: item } },
      required: ['item', 'items'],
    } },
    run: () => ({ item: 'a', items: ['a', 1, true, null] }) });`,
  otherData: `defineSkill({ ...texts, input, output: outputs,
    run() { return { schema: 'odds', data: { winner: 'Lion' } }; } });`,
  otherDataLater: `defineSkill({ ...texts, input, output: outputs,
    async run({ input }) { return { schema: 'odds', data: { winner: input.a } }; } });`,
  wrongData: `defineSkill({ ...texts, input, output: outputs,
    run: () => ({ schema: 'odds', data: { chance: 'high' } }) });`,
  wrongDataLater: `defineSkill({ ...texts, input, output: outputs,
    run: async () => ({ schema: 'odds', data: { chance: 'high' } }) });`,
  otherName: `defineSkill({ ...texts, input, output: outputs,
    run() { return { schema: 'chances', data: { chance: 1 } }; } });`,
} as const;

beforeAll(() => {
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(join(sources, '../node_modules/zod'), join(directory, 'node_modules/zod'), 'dir');
  for (const [name, source] of Object.entries(fixtures)) {
    writeFileSync(join(directory, `${name}.ts`), `${prelude}${source}\n`);
  }
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      extends: join(workspace, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        composite: false,
        declarationMap: false,
        sourceMap: false,
        isolatedDeclarations: false,
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
        typeRoots: [join(workspace, 'node_modules/@types')],
      },
      include: ['*.ts'],
    }),
  );
  const tsc = join(workspace, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: directory,
    encoding: 'utf8',
  });
  messages = parseMessages(stdout);
});

afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Reads the compiler's messages by the names of the fixtures; an indented line continues the
 * message before it.
 */
function parseMessages(output: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of output.split(/\n(?! )/u)) {
    const [, name, message] = /^(\w+)\.ts\(\d+,\d+\): (.*)$/su.exec(text) ?? [];
    if (name !== undefined && message !== undefined) {
      found.set(name, (found.get(name) ?? '') + message);
    }
  }
  return found;
}

function messageOf(name: keyof typeof fixtures): string {
  return messages.get(name) ?? '';
}

test.each(['fine', 'fineNames', 'fineLiterals'] as const)(
  'defineSkill() says nothing about a handler that keeps its promise: %s',
  (name) => {
    expect(messageOf(name)).toBe('');
  },
);

test.each([
  ['missing', "Property 'probability' is missing in type '{ winner: string; }'"],
  ['wrong', "Type 'string' is not assignable to type 'number'"],
  ['synchronous', "Type 'string' is not assignable to type 'number'"],
  ['text', "Property 'probability' is missing in type '{ winner: string; }'"],
  ['unpromised', "Type '{ winner: string; }' is not assignable to type 'string | void'"],
  ['property', "Property 'c' does not exist on type '{ a: string; b: string; }'"],
  ['example', "Property 'b' is missing in type '{ a: string; }'"],
  ['library', "Type 'string' is not assignable to type 'number'"],
  ['needless', "Property 'input' is missing in type '() => \"Hello\"'"],
] as const)('defineSkill() names the fault: %s', (name, expected) => {
  const message = messageOf(name);
  expect(message.replaceAll('void | string', 'string | void')).toContain(expected);
  expect(message.length).toBeLessThan(650);
});

test.each([
  ['misspelt', 'number', 'probabilty'],
  ['misspeltWithin', 'number', 'chanse'],
  ['misspeltText', 'true', 'flakey'],
  ['moreColumns', 'string', 'secret'],
] as const)('defineSkill() names what does not exist in the output: %s', (name, type, property) => {
  const lines = messageOf(name).trimEnd().split('\n');
  const text = `Type '${type}' is not assignable to type '"'${property}' does not exist in the output"'`;
  expect(lines.at(-1)).toContain(text);
  // One fault, however many lines it takes.
  expect(lines.filter((line) => !line.startsWith(' '))).toHaveLength(1);
});

test.each([
  ['otherData', "Property 'chance' is missing in type '{ winner: \"Lion\"; }'"],
  ['otherDataLater', "Property 'chance' is missing in type '{ winner: string; }'"],
  ['wrongData', "Type 'string' is not assignable to type 'number'"],
  ['wrongDataLater', "Type 'string' is not assignable to type 'number'"],
  ['otherName', `Type '"chances"' is not assignable to type '"odds"'`],
] as const)('defineSkill() names the fault in one of several outputs: %s', (name, expected) => {
  const message = messageOf(name);
  const lines = message.trimEnd().split('\n');
  expect(lines.at(-1)).toContain(expected);
  // One fault, however many lines it takes.
  expect(lines.filter((line) => !line.startsWith(' '))).toHaveLength(1);
  expect(message).not.toContain("Type 'string' is not assignable to type '\"odds\"'");
});

test.each([
  'missing',
  'wrong',
  'synchronous',
  'text',
  'misspelt',
  'misspeltWithin',
  'misspeltText',
  'moreColumns',
  'unpromised',
  'property',
  'library',
  'needless',
  'otherData',
  'otherDataLater',
  'wrongData',
  'wrongDataLater',
  'otherName',
] as const)('defineSkill() shows data and no schemas: %s', (name) => {
  expect(messageOf(name)).not.toMatch(
    /Infer|OneOr|Tagged|Named|Known|Flatten|Exact|Returning|Merge|Scope|SkillInput|SkillResult|readonly type|\$|additionalProperties| & /u,
  );
});
