// A model behind a skill: words become checked input, forms ask for the rest, and the same skill is
// a tool for a model. The model here is a few lines of code; use one of the AI SDK instead.

import { defineAgent, defineSkill } from '@formwork/core';
import { createModelTools, fromText, type LanguageModel, toToolSet } from '@formwork/model';
import { createTestAgent } from '@formwork/testing';
import assert from 'node:assert/strict';

const model: LanguageModel = {
  async doGenerate({ prompt }) {
    // The first message has the rules, the second the words; wrong answers follow.
    const said = JSON.stringify(prompt[1]);
    const city = /Oslo|Rome/u.exec(said)?.[0];
    const nights = /(\d{1,3}) nights/u.exec(said)?.[1];
    const input = JSON.stringify({ city, ...(nights !== undefined && { nights: Number(nights) }) });
    return { content: [{ type: 'tool-call', toolName: 'stay', input }] };
  },
};

const stay = defineSkill({
  id: 'stay',
  name: 'Stay',
  description: 'Books a room.',
  tags: ['travel'],
  input: {
    stay: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        nights: { type: 'integer', minimum: 1, maximum: 30 },
      },
      required: ['city', 'nights'],
    },
  },
  output: {
    invoice: {
      type: 'object',
      properties: { euros: { type: 'integer' } },
      required: ['euros'],
    },
  },
  run: ({ input }) => ({ euros: input.nights * 100 }),
  text: fromText({ model }),
});

const agent = defineAgent({ name: 'Hotel', version: '1.0.0', skills: [stay] });

// Words in, and the result of `run` out.
{
  await using tested = createTestAgent(agent);
  const task = await tested.send('A room in Oslo for 2 nights, please');
  assert.deepEqual(task.result(), { euros: 200 });

  // The text does not say how long, so a form asks for that alone.
  const short = await tested.send('A room in Rome');
  assert.equal(short.question?.prompt, 'Stay needs more: nights.');
  await short.answer({ nights: 3 });
  assert.deepEqual(short.result(), { euros: 300 });

  // The model insists on 99 nights, which the schema does not allow: a person has to correct it.
  const long = await tested.send('Rome for 99 nights');
  assert.match(long.question?.prompt ?? '', /understood only in part/u);
}

// The same skill as a tool. generateText({ model, prompt, tools: toToolSet(tools) }) calls it.
{
  await using tools = await createModelTools(agent);
  assert.deepEqual(Object.keys(toToolSet(tools)), ['stay', 'a2a_task']);
  const answer = await tools.call('stay', '{"city":"Oslo","nights":2}');
  assert.deepEqual(answer.data, { euros: 200 });
  const wrong = await tools.call('stay', { city: 'Oslo', nights: 'two' });
  assert.equal(wrong.isError, true);
  assert.match(wrong.text, /\/nights: must be integer but is string "two"/u);
}
