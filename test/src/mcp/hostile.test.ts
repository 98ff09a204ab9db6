import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { expect, test } from 'vitest';
import { startRawAgent } from '../support/raw-agent.ts';
import { HOSTILE_SKILLS, type HostileSkill } from './hostile-skills.ts';
import { connectHost } from './hosts.ts';

/** Characters and texts of hostile agents that no model may see and no host may act on. */
const UNWANTED =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /\u001b|\u202e|\u200b|[\u{e0000}-\u{e007f}]|x-mcp-header|\$ref|<important>|hidden -->/u;

const MODE = 'application/json;schema=';

/** Makes a card with a schema for each input and output, and one honest skill, "good". */
function toCard(skills: readonly HostileSkill[]): object {
  const good: HostileSkill = { id: 'good', input: { type: 'object' }, output: { type: 'object' } };
  const all = [good, ...skills];
  const schemas = Object.fromEntries(
    all.flatMap(({ input, output }, index) => [
      ...(input === undefined ? [] : [[`in${index}`, input]]),
      ...(output === undefined ? [] : [[`out${index}`, output]]),
    ]),
  );
  return {
    capabilities: {
      streaming: false,
      extensions: [{ uri: OBJECT_SCHEMAS_EXTENSION_URI, params: { schemas } }],
    },
    skills: all.map(({ id, name = id, description = '', input, output }, index) => ({
      id,
      name,
      description,
      tags: [],
      inputModes: input === undefined ? ['text/plain'] : [`${MODE}in${index}`],
      outputModes: output === undefined ? ['text/plain'] : [`${MODE}out${index}`],
    })),
  };
}

async function startHostile(): Promise<string> {
  const all: readonly HostileSkill[] = [{ id: 'good', data: { fine: true } }, ...HOSTILE_SKILLS];
  return startRawAgent(({ params, reply }) => {
    const message = params.message as { readonly metadata?: { readonly skillId?: string } };
    const { skillId } = message.metadata ?? {};
    const index = all.findIndex(({ id }) => id === skillId);
    const { data } = all[index] ?? {};
    const mimeType = `${MODE}out${index}`;
    const part = data === undefined ? { text: 'said' } : { data, metadata: { mimeType } };
    reply({
      task: {
        id: `t${index}`,
        contextId: 'c',
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ artifactId: 'a', parts: [part] }],
      },
    });
  }, toCard(HOSTILE_SKILLS));
}

test.each(['old http', 'new http'] as const)(
  'hostile cards leave the other tools listed and callable over %s',
  async (leg) => {
    const url = await startHostile();
    const host = await connectHost(leg, { agents: [{ alias: 'bad', url }] });
    const tools = await host.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['bad_good', 'bad_ask', 'a2a_task']));
    expect(names.every((name) => /^[\w-]{1,50}$/u.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    // Most tools remain, so the checks below cover many cases.
    expect(tools.length).toBeGreaterThan(25);
    for (const { name, inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object' });
      const text = JSON.stringify(tools.find((tool) => tool.name === name));
      expect(text).not.toMatch(UNWANTED);
      expect(text.length).toBeLessThan(100_000);
      const wrapped = toArguments(inputSchema);
      // The call rejects if a host would not accept the answer.
      const result = await host.call(name, wrapped);
      expect({ name, blocks: result.content }).not.toEqual({ name, blocks: [] });
    }
    expect(await host.call('bad_good', {})).toMatchObject({ structuredContent: { fine: true } });
    for (const [name, data] of [
      ['bad_tuples', { t: ['a', 1] }],
      ['bad_draft-04', { n: 1 }],
      ['bad_same-id-1', { a: 1 }],
      ['bad_same-id-2', { b: 1 }],
      ['bad_remainders', { n: 0.3 }],
      ['bad_counted-items', { a: [] }],
      ['bad_array-out', leg === 'old http' ? { result: ['x'] } : ['x']],
      ['bad_text-out', leg === 'old http' ? { result: 'x' } : 'x'],
    ] as const) {
      const result = await host.call(name, { message: 'x' });
      expect({ name, data: result.structuredContent }).toEqual({ name, data });
    }
    const wrong = await host.call('bad_wrong-data', { message: 'x' });
    expect(wrong.isError).toBe(true);
    expect(JSON.stringify(wrong.content)).toContain('/n must be number');
  },
);

function toArguments(schema: unknown): object {
  const text = JSON.stringify(schema);
  if (text.includes('"message"')) return { message: 'x' };
  if (text.includes('"task_id"')) return { task_id: 'none' };
  return text.includes('"required":["value"]') ? { value: [] } : {};
}
