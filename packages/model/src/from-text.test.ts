import { defineAgent, defineSkill } from '@formwork/core';
import { createValidator, type Json, type JsonSchema } from '@formwork/schema';
import { createTestAgent, type TestTask } from '@formwork/testing';
import { describe, expect, test } from 'vitest';
import { fromText, type FromTextOptions } from './from-text.ts';
import { createScriptedModel, type ScriptedModel } from './testing/scripted-model.ts';
import { CAR, LOGIN, SCHEMAS, STAY, UTTERANCES } from './testing/utterances.ts';

describe('every utterance leads to valid input, the right question or an honest refusal', () => {
  test.each(UTTERANCES)('$say', async (utterance) => {
    const { say, skill = 'stay', model: script, expected } = utterance;
    const model = createScriptedModel(script);
    const { agent, ran } = createAgent(model, utterance.options);
    await using host = createTestAgent(agent);
    const task = await host.send(say, { metadata: { skillId: skill } });
    if ('asks' in expected) {
      expect(task.state).toBe('input-required');
      const { schema } = task.question ?? {};
      const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
      expect(Object.keys(properties).toSorted()).toEqual(expected.asks);
      expect(readPresets(properties)).toEqual(expected.presets ?? {});
      expect(ran).toEqual([]);
      await task.answer(expected.answer);
    }
    if ('refuses' in expected) {
      expect(task.state).toBe('rejected');
      expect(task.text).toMatch(expected.refuses);
      expect(ran).toEqual([]);
    } else {
      expect(task.state).toBe('completed');
      const name = expected.schema ?? 'stay';
      expect(ran).toEqual([{ name, data: expected.runs }]);
    }
    expect(model.requests).toHaveLength(utterance.calls ?? script.length);
    await expectSafe({ model, ran, task });
  });
});

interface Ran {
  readonly name: string;
  readonly data: unknown;
}

/** Asserts that only valid input ran, and that no secret went to or came from the model. */
async function expectSafe(seen: {
  readonly model: ScriptedModel;
  readonly ran: readonly Ran[];
  readonly task: TestTask;
}): Promise<void> {
  for (const { name, data } of seen.ran) {
    expect(createValidator(SCHEMAS[name] ?? { not: {} }).check(data)).toEqual([]);
  }
  for (const { tools = [], prompt } of seen.model.requests) {
    expect(JSON.stringify(tools)).not.toContain('phrase');
    // The first two messages are the rules and the words of the caller; answers are not repeated.
    expect(JSON.stringify(prompt.slice(2))).not.toContain('hunter2');
  }
  expect(JSON.stringify(await seen.task.events())).not.toContain('hunter2');
}

function readPresets(properties: Readonly<Record<string, JsonSchema>>): Json {
  const entries = Object.entries(properties).filter(
    ([, { default: preset }]) => preset !== undefined,
  );
  return Object.fromEntries(entries.map(([name, { default: preset }]) => [name, preset])) as Json;
}

function createAgent(model: ScriptedModel, options: Partial<FromTextOptions> = {}) {
  const ran: Ran[] = [];
  const text = fromText({ model, ...options });
  const base = { description: 'For tests.', tags: [] };
  const skills = [
    defineSkill({
      ...base,
      id: 'stay',
      name: 'Stay',
      input: { stay: STAY },
      run: ({ input }) => void ran.push({ name: 'stay', data: input }),
      text,
    }),
    defineSkill({
      ...base,
      id: 'rental',
      name: 'Rental',
      input: { stay: STAY, car: CAR },
      run: ({ input }) => void ran.push({ name: input.schema, data: input.data }),
      text,
    }),
    defineSkill({
      ...base,
      id: 'login',
      name: 'Login',
      input: { login: LOGIN },
      run: ({ input }) => void ran.push({ name: 'login', data: input }),
      text,
    }),
  ];
  return { agent: defineAgent({ name: 'Hotel', version: '1.0.0', skills }), ran };
}
