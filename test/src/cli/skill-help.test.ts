import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { badgeAgent } from '../support/badge-agent.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

const odd = defineSkill({
  id: 'odd',
  name: 'Odd',
  description: 'Has odd properties.',
  tags: [],
  input: {
    odd: {
      type: 'object',
      properties: {
        mat: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
        tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
        output: { type: 'string' },
        json: { type: 'string' },
        '': { type: 'string' },
        'a=b': { type: 'string' },
        'a; echo $(id)': { type: 'string' },
        größe: { type: 'string' },
      },
    },
  },
  output: { echo: { type: 'object' } },
  run: ({ input }) => ({ ...(input as object) }),
});

test('the help of a skill lists flags that work as they are listed', async () => {
  const url = await serveForCli(defineAgent({ name: 'Odd', version: '1.0.0', skills: [odd] }));
  const { stdout } = await runKept(['call', url, 'odd', '--help']);
  const lines = stdout.split('\n').map((line) => line.trim());
  expect(lines).toContainEqual(expect.stringMatching(/^--mat +array, several times/u));
  expect(lines).toContainEqual(expect.stringMatching(/^--tuple +string, then integer/u));
  expect(lines).toContainEqual(expect.stringMatching(/^-- --output +string/u));
  expect(lines).toContainEqual(expect.stringMatching(/^-- --json +string/u));
  expect(lines).toContain('With --json FILE only: "", "a=b"');
  // A line that is pasted into a shell does nothing else there.
  expect(lines).toContainEqual(expect.stringMatching(/^(['"])--a; echo [$?]\(id\)\1 +string/u));
  expect(lines).toContainEqual(expect.stringMatching(/^--größe +string/u));
  expect(lines).not.toContainEqual(expect.stringMatching(/^--a=b|^-- +string/u));

  const flags = ['--mat', '[1,2]', '--mat', '[3]', '--tuple', 'x', '--tuple', '5'];
  const named = ['--', '--output', 'paper', '--json', 'text'];
  const called = await runKept(['call', url, 'odd', ...flags, ...named]);
  expect(called.stderr).toBe('');
  expect(JSON.parse(called.stdout)).toEqual({
    mat: [[1, 2], [3]],
    tuple: ['x', 5],
    output: 'paper',
    json: 'text',
  });
});

const contact = defineSkill({
  id: 'contact',
  name: 'Contact',
  description: 'Takes an address, of either kind.',
  tags: [],
  input: {
    contact: {
      type: 'object',
      properties: {
        replyWithin: { type: 'integer' },
        pay: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'card' }, number: { type: 'string' } },
              required: ['kind', 'number'],
            },
            { $ref: '#/$defs/cash' },
          ],
        },
        target: {
          anyOf: [
            { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
            {
              type: 'object',
              properties: { phoneNumber: { type: 'string' } },
              required: ['phoneNumber'],
            },
          ],
        },
      },
      required: ['replyWithin', 'pay', 'target'],
      $defs: {
        cash: {
          allOf: [{ required: ['kind'] }],
          type: 'object',
          properties: { kind: { const: 'cash' }, coins: { type: 'boolean' } },
        },
      },
    },
  },
  output: { echo: { type: 'object' } },
  run: ({ input }) => ({ ...input }),
});

test('the help of a skill marks required unions, and writes flags as the documents do', async () => {
  const agent = defineAgent({ name: 'Contact', version: '1.0.0', skills: [contact] });
  const url = await serveForCli(agent);
  const { stdout } = await runKept(['call', url, 'contact', '--help']);
  expect(stdout).toMatch(/--reply-within +integer +required/u);
  expect(stdout).toMatch(/--pay\.kind +card\|cash +required/u);
  expect(stdout).toMatch(/--pay\.number +string +one required/u);
  expect(stdout).toMatch(/--pay\.coins +boolean *\n/u);
  expect(stdout).toMatch(/--target\.email +string +one required/u);
  expect(stdout).toMatch(/--target\.phone-number +string +one required/u);
  const flags = ['--reply-within', '5', '--target.phone-number', '1', '--pay.kind', 'cash'];
  const called = await runKept(['call', url, 'contact', ...flags]);
  expect(JSON.parse(called.stdout)).toEqual({
    replyWithin: 5,
    target: { phoneNumber: '1' },
    pay: { kind: 'cash' },
  });
});

test('of two inputs the one that is not deprecated is called, and inspect tells which is', async () => {
  const url = await serveForCli(badgeAgent);
  const inspected = await runKept(['inspect', url]);
  expect(inspected.stdout).toMatch(/^ +fullName +deprecated .* Full name$/mu);
  expect(inspected.stdout).toMatch(/^ +person +usable .* Person$/mu);
  const help = await runKept(['call', url, 'badge', '--help']);
  expect(help.stdout).toContain('badge --schema fullName [flags] (deprecated)\n');
  expect(help.stdout).toContain('badge --schema person [flags]\n');

  const newer = await runKept(['call', url, 'badge', '--given-name', 'Ada']);
  expect(JSON.parse(newer.stdout)).toEqual({ text: 'Ada' });
  const older = await runKept(['call', url, 'badge', '--schema', 'fullName', '--name', 'Bob']);
  expect(JSON.parse(older.stdout)).toEqual({ text: 'Bob' });
});
