import { connect, TaskError } from '@formwork/client';
import {
  defineAgent,
  defineSkill,
  PublicError,
  RejectedError,
  type TaskContext,
} from '@formwork/core';
import { createServer } from '@formwork/server';
import { expect } from 'vitest';
import { answer, createAgent, send, start, textOf } from '../support/asking-agent.ts';
import {
  bindingOptions,
  callAgent,
  eachOverBindings,
  findDoor,
  testOverBindings,
  findClientOptions,
} from '../support/bindings.ts';
import { collectEvents } from '../support/event-stream.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { createTestPlace, openTestPlace } from '../support/test-engine.ts';

// Words of handlers besides their results: a decline, a sign of progress, a closing word. Also the
// whole messages that handlers receive.

testOverBindings(
  'a handler declines its task with a reason, once and whatever is tried again',
  async () => {
    let runs = 0;
    const skill = defineSkill({
      id: 'pay',
      name: 'Pay',
      description: 'Pays.',
      tags: [],
      input: { any: { type: 'object' } },
      retry: { maxAttempts: 3, delayMs: 1, isTransient: () => true },
      run() {
        runs += 1;
        throw new RejectedError('Amounts above 500 EUR need an order.');
      },
    });
    const agent = defineAgent({ name: 'Payer', version: '1', skills: [skill] });
    const server = await startServer(agent);
    const task = await start(server.url);
    expect(task.status.state).toBe('TASK_STATE_REJECTED');
    expect(textOf(task)).toBe('Amounts above 500 EUR need an order.');
    expect(runs).toBe(1);
    expect(server.logged.join('\n')).not.toMatch(/Task failed/u);

    const remote = await connect<typeof agent>(server.url, await findClientOptions(server.url));
    const error: unknown = await remote
      .skill('pay')
      .call({})
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TaskError);
    expect(error).toMatchObject({
      state: 'rejected',
      outcome: { text: 'Amounts above 500 EUR need an order.' },
    });
  },
);

testOverBindings(
  'a last word travels with the end, beside the result, and not with a failure',
  async () => {
    const agent = createAgent((task) => {
      task.conclude('Nearly done.');
      task.conclude('Two orders were left out.');
      return Promise.resolve('Three orders.');
    });
    const { url } = await startServer(agent);
    const task = await start(url);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(textOf(task)).toBe('Two orders were left out.');
    expect(task.artifacts?.[0]?.parts[0]?.['text']).toBe('Three orders.');

    const failing = createAgent((own) => {
      own.conclude('All is well.');
      throw new PublicError('The printer is out of paper.');
    });
    const failed = await start((await startServer(failing)).url);
    expect(textOf(failed)).toBe('The printer is out of paper.');
  },
);

eachOverBindings([
  ['no text', 1, /must be a string that is not empty: current value is number/u],
  ['an empty text', ' ', /must be a string that is not empty: current value is " "/u],
  ['a text that is too large', 'x'.repeat(2 ** 20 + 1), /must be at most 1048576 bytes/u],
])('%s is no last word', async (_name, said, message) => {
  const agent = createAgent((task) => {
    expect(() => task.conclude(said as string)).toThrow(message);
    return Promise.resolve('done');
  });
  expect((await start((await startServer(agent)).url)).status.state).toBe('TASK_STATE_COMPLETED');
});

testOverBindings('a handler is at work without a word', async () => {
  const agent = createAgent(async (task) => {
    await task.progress();
    return 'done';
  });
  const { url } = await startServer(agent);
  const door = findDoor();
  const response = await door.stream(url, { schema: 'any', data: {} });
  const statuses = (await collectEvents(response)).flatMap(({ data }) => {
    const { statusUpdate } = door.toPayload(data) as {
      statusUpdate?: { status: { state: string } };
    };
    return statusUpdate === undefined ? [] : [statusUpdate.status];
  });
  expect(statuses.map(({ state }) => state)).toContain('TASK_STATE_COMPLETED');
  const working = statuses.filter(({ state }) => state === 'TASK_STATE_WORKING');
  expect(working.length).toBeGreaterThan(0);
  for (const status of working) expect(status).not.toHaveProperty('message.parts');
});

testOverBindings(
  'an answer as a whole has text, files, id and metadata, also after a restart',
  async () => {
    const place = createTestPlace();
    const agent = createAgent(listen);

    const first = createServer(agent, {
      engine: openTestPlace(place),
      ...bindingOptions(),
    });
    const { url } = await first.listen({ port: 0 });
    const asked = await start(url);
    expect(textOf(asked)).toBe('Which picture?');
    const picture = { raw: 'iVBORw==', filename: 'cat.png', mediaType: 'image/png' };
    const message = createMessage([{ text: 'this one' }, picture, { url: 'https://a.example/b' }], {
      messageId: 'the-answer-of-the-picture',
      taskId: asked.id,
      metadata: { from: 'a phone' },
    });
    await callAgent(url, { method: 'SendMessage', params: { message } });
    await first.close();

    const second = createServer(agent, {
      engine: openTestPlace(place),
      ...bindingOptions(),
    });
    onTestFinished(() => second.close());
    const again = await second.listen({ port: 0 });
    const done = await answer(again.url, asked.id, { text: 'a cat' });
    expect(JSON.parse(String(done.artifacts?.[0]?.parts[0]?.['text']))).toEqual({
      text: 'this one',
      id: 'the-answer-of-the-picture',
      metadata: { from: 'a phone' },
      bytes: [137, 80, 78, 71],
      files: [{ name: 'cat.png', mediaType: 'image/png', size: 4 }, { url: 'https://a.example/b' }],
      refused:
        'Cannot read the file because its bytes are not in the message: it is at https://a.example/b, which the handler may fetch if it trusts the address',
      title: 'a cat',
      history: 3,
      first: true,
    });
  },
);

async function listen(task: TaskContext): Promise<string> {
  const { text, files, message } = await task.ask('Which picture?', { answer: 'message' });
  const title = await task.ask('What is it called?');
  const [picture, link] = files;
  const bytes = [...((await picture?.bytes()) ?? [])];
  const refused: unknown = await link?.text().catch(({ message: reason }: Error) => reason);
  const { messageId: id, metadata } = message;
  const { length } = task.history;
  const first = task.history[0] === task.message;
  return JSON.stringify({
    text,
    id,
    metadata,
    bytes,
    files,
    refused,
    title,
    history: length,
    first,
  });
}

testOverBindings('a message is asked for in these words only', async () => {
  const agent = createAgent(async (task) => {
    const request = { answer: 'file' } as unknown as { answer: 'message' };
    await expect(task.ask('Which?', request)).rejects.toThrow(
      'Cannot ask because the answer must be "message": current value is "file"',
    );
    return 'done';
  });
  expect((await start((await startServer(agent)).url)).status.state).toBe('TASK_STATE_COMPLETED');
});

testOverBindings(
  'the files of the first message are read without the types of the SDK',
  async () => {
    const agent = createAgent(async ({ files }) => {
      const texts = await Promise.all(
        files.map(async (file) => `${file.name}: ${await file.text()}`),
      );
      return texts.join();
    });
    const { url } = await startServer(agent);
    const note = { raw: 'SGVsbG8=', filename: 'note.txt', mediaType: 'text/plain' };
    const done = await send(url, createMessage([createTaggedPart('any', {}), note]));
    expect(JSON.stringify(done)).toContain('note.txt: Hello');
  },
);
