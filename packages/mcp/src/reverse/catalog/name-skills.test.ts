import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMcpToolName, listTags } from './mcp-tool.ts';
import { nameSkills } from './name-skills.ts';

const SKILL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const SCHEMA_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/u;

test('keeps names that are legal, and makes others legal', () => {
  expect(
    nameSkills(['read_file', 'get.time', '3d', '_private', 'Größe ändern', 'constructor']),
  ).toEqual([
    { skill: 'read_file', input: 'read_file', output: 'read_file.output' },
    { skill: 'get.time', input: 'get.time', output: 'get.time.output' },
    {
      skill: '3d',
      input: expect.stringMatching(/^tool-3d-[0-9a-f]{8}$/u),
      output: expect.stringMatching(/^tool-3d-output-[0-9a-f]{8}$/u),
    },
    {
      skill: expect.stringMatching(/^private-[0-9a-f]{8}$/u),
      input: expect.stringMatching(/^private-[0-9a-f]{8}$/u),
      output: expect.stringMatching(/^private-[0-9a-f]{8}\.output$/u),
    },
    {
      skill: expect.stringMatching(/^Gro-e-andern-[0-9a-f]{8}$/u),
      input: expect.anything(),
      output: expect.anything(),
    },
    {
      skill: 'constructor',
      input: expect.stringMatching(/^constructor-[0-9a-f]{8}$/u),
      output: 'constructor.output',
    },
  ]);
});

test('gives no name twice, whatever tools are called', () => {
  const [a, b] = nameSkills(['a', 'a.output']);
  expect(a).toMatchObject({ input: 'a', output: expect.stringMatching(/^a-output-[0-9a-f]{8}$/u) });
  expect(b).toEqual({ skill: 'a.output', input: 'a.output', output: 'a.output.output' });
});

test('is legal, unique and reversible for any names', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 130 }),
    fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/u),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', 'a.output', 'a-output'),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 20 }), (names) => {
      const skills = nameSkills(names);
      for (const [index, { skill, input, output }] of skills.entries()) {
        const toolName = names[index] ?? '';
        expect(skill).toMatch(SKILL_ID);
        expect(input).toMatch(SCHEMA_NAME);
        expect(output).toMatch(SCHEMA_NAME);
        if (SKILL_ID.test(toolName)) expect(skill).toBe(toolName);
        const tool = { name: toolName, title: '', description: '', inputSchema: {} };
        const tags = listTags(
          { ...tool, outputSchema: undefined, hints: {}, needsTask: false },
          skill,
        );
        expect(toMcpToolName({ id: skill, tags })).toBe(toolName);
      }
      expect(new Set(skills.map(({ skill }) => skill)).size).toBe(names.length);
      const schemas = skills.flatMap(({ input, output }) => [input, output]);
      expect(new Set(schemas).size).toBe(schemas.length);
    }),
  );
});
