// An agent used as plain data and events: a person who knows only the id of a task answers its
// question.

import { connect, toAgentSource, type SourceEvent } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import assert from 'node:assert/strict';

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets, once it knows whom.',
  tags: ['people'],
  input: { tone: { type: 'object', properties: { tone: { enum: ['warm', 'cool'] } } } },
  output: { greeting: { type: 'object', properties: { text: { type: 'string' } } } },
  async run({ input: { tone = 'warm' }, task }) {
    const { name } = await task.ask('Whom shall I greet?', {
      name: 'person',
      schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    });
    return { text: tone === 'warm' ? `Dear ${name}!` : `Hello, ${name}.` };
  },
});

const agent = defineAgent({ name: 'Greeter', version: '1.0.0', skills: [greet] });
const server = createServer(agent);
const { url } = await server.listen({ port: 0 });

/** Reads a stream to its end and returns the last event, which tells the state of the task. */
async function readEnd(events: AsyncIterable<SourceEvent>): Promise<SourceEvent | undefined> {
  let last: SourceEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

const source = toAgentSource(await connect(url));
const { skills } = await source.describe();
assert.equal(skills[0]?.inputs[0]?.kind, 'usable');

const asked = await readEnd(
  source.send({
    kind: 'input',
    messageId: crypto.randomUUID(),
    skillId: 'greet',
    schema: 'tone',
    data: { tone: 'warm' },
  }),
);
assert.equal(asked?.kind, 'question');
console.log(asked.question.prompt);

// Days later, another process knows only the id of the task.
const later = toAgentSource(await connect(url));
const answer = { kind: 'answer', taskId: asked.taskId, skillId: 'greet' } as const;
const wrong = await readEnd(
  later.send({ ...answer, messageId: crypto.randomUUID(), answer: { name: 7 } }),
);
assert.equal(wrong?.kind, 'failure');
assert.equal(wrong.problems[0]?.pointer, '/name');

const done = await readEnd(
  later.send({ ...answer, messageId: crypto.randomUUID(), answer: { name: 'Ada' } }),
);
assert.equal(done?.kind, 'result');
assert.deepEqual(done.data, { text: 'Dear Ada!' });
assert.deepEqual(done.problems, []);
console.log(done.data);

await server.close();
