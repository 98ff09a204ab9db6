import { TaskState } from '@a2a-js/sdk';
import { demoAgent } from '@formwork/demo';
import { createApiKeyAuthentication } from '@formwork/server';
import { expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import {
  createExecutor,
  declared,
  extension,
  legacyExecutor,
  pair,
  skill,
  winner,
} from '../support/fight-agents.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { startLegacyAgent, startStockAgent } from '../support/stock-agents.ts';
import { toExecutor, toText } from '../support/stock-executor.ts';
import type { OpenSource } from './open-source.ts';
import { end, fight, input, newId, only, text } from './source-messages.ts';

/**
 * Declares the tests that an `AgentSource` describes and calls agents, also those made without
 * Formwork.
 */
export function testAgents(open: OpenSource): void {
  test('describes an agent: skills, schemas, examples, doors', async () => {
    const { url } = await startServer(demoAgent);
    const description = await (await open(url)).describe();
    expect(description).toMatchObject({
      name: demoAgent.name,
      origin: url,
      binding: 'JSONRPC',
      protocolVersion: '1.0',
      credentials: [],
    });
    const fighting = description.skills.find(({ id }) => id === 'fight-comparison');
    expect(fighting?.inputs).toMatchObject([
      { kind: 'usable', name: 'fightComparison', fingerprint: expect.any(String) as string },
    ]);
    expect(fighting?.examples).toContainEqual(
      expect.objectContaining({ kind: 'input', schema: 'fightComparison' }),
    );
    const planning = description.skills.find(({ id }) => id === 'plan-trip');
    expect(planning?.inputs.length).toBeGreaterThan(1);
    expect(planning?.examples.some(({ kind }) => kind === 'input')).toBe(true);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });

  test('describes how callers say who they are', async () => {
    const authenticate = createApiKeyAuthentication({ keys: { 'key-2-which-is-long': 'ada' } });
    const { url } = await startServer(demoAgent, { authenticate, requireAuthentication: true });
    const { credentials } = await (await open(url)).describe();
    expect(credentials).toMatchObject([{ kind: 'api-key', header: 'x-api-key' }]);
    const stranger = await end((await open(url)).send(fight()));
    expect(stranger).toMatchObject({ kind: 'failure', reason: 'UNAUTHENTICATED' });
    const known = await open(url, { headers: { 'x-api-key': 'key-2-which-is-long' } });
    const events = await collect(known.send(fight()));
    expect(events.at(-1)).toMatchObject({ kind: 'result', problems: [] });
    expect(JSON.stringify(events)).not.toContain('key-2-which-is-long');
  });

  test('a result that does not fit is shown with what is wrong', async () => {
    const executor = createExecutor('application/json;schema=winner');
    const strict = { ...winner, properties: { winner: { type: 'integer' } } };
    const card = {
      ...declared,
      capabilities: { streaming: true, extensions: [extension({ pair, winner: strict })] },
    };
    const source = await open(await startStockAgent(executor, card));
    const message = input('fight', 'pair', { a: 'Ant', b: 'Bee' });
    expect(only(await collect(source.send(message)), 'result')).toMatchObject({
      schema: 'winner',
      data: { winner: 'Bee' },
      problems: [{ pointer: '/winner', keyword: 'type' }],
    });
  });

  test('data without a tag is taken for the only output, and text for no result', async () => {
    const source = await open(await startStockAgent(createExecutor('application/json'), declared));
    const message = input('fight', 'pair', { a: 'Ant', b: 'Bee' });
    expect(only(await collect(source.send(message)), 'result')).toMatchObject({
      schema: 'winner',
      data: { winner: 'Bee' },
      problems: [],
    });
    const executor = toExecutor((_turn, say) =>
      say(TaskState.TASK_STATE_COMPLETED, [toText('Nobody.')]),
    );
    const vague = await open(await startStockAgent(executor, declared));
    const result = only(await collect(vague.send({ ...message, messageId: newId() })), 'result');
    expect(result).toMatchObject({ text: 'Nobody.', problems: [{ keyword: 'missing' }] });
    expect(result).not.toHaveProperty('data');
  });

  test('a schema that is refused is told, and its results are shown as such', async () => {
    const bad = { type: 'object', properties: { a: { $ref: 'https://elsewhere.example/x' } } };
    const card = {
      ...declared,
      capabilities: { streaming: true, extensions: [extension({ pair, winner: bad })] },
    };
    const source = await open(await startStockAgent(createExecutor(), card));
    const [described] = (await source.describe()).skills;
    expect(described).toMatchObject({
      inputs: [{ kind: 'usable', name: 'pair' }],
      outputs: [
        { kind: 'refused', name: 'winner', issues: [{ message: expect.any(String) as string }] },
      ],
    });
    const message = input('fight', 'pair', { a: 'Ant', b: 'Bee' });
    expect(only(await collect(source.send(message)), 'result')).toMatchObject({
      data: { winner: 'Bee' },
      problems: [{ keyword: 'refused' }],
    });
  });

  test('an agent of text only answers text', async () => {
    const { inputModes: _, outputModes: __, ...plain } = skill;
    const source = await open(await startStockAgent(createExecutor(), { skills: [plain] }));
    expect((await source.describe()).skills).toMatchObject([
      { id: 'fight', inputs: [], outputs: [], takesText: true },
    ]);
    for (const message of [text('Hi'), text('Hi', 'fight'), input('fight', '', 'Hi')]) {
      const result = only(await collect(source.send(message)), 'result');
      expect(result).toMatchObject({ text: 'Hello', schema: '', problems: [], files: [] });
    }
  });

  test('an agent that keeps no task answers with a message', async () => {
    const url = await startRawAgent(({ stream }) =>
      stream([{ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Good day' }] } }]),
    );
    expect(only(await collect((await open(url)).send(text('Hi'))), 'result')).toMatchObject({
      taskId: '',
      text: 'Good day',
    });
  });

  test('an agent of 0.3 is the same', async () => {
    const card = {
      capabilities: { streaming: true, extensions: [extension({ pair, winner })] },
      skills: [{ ...skill, examples: ['{"a":"Ant","b":"Bee"}', 'Who wins?'] }],
      securitySchemes: { main: { type: 'http', scheme: 'bearer', description: 'A token.' } },
    };
    const source = await open(await startLegacyAgent(legacyExecutor, card));
    expect(await source.describe()).toMatchObject({
      protocolVersion: '0.3',
      credentials: [{ kind: 'bearer', scheme: 'main', description: 'A token.' }],
      skills: [
        {
          examples: [
            { kind: 'input', schema: 'pair', data: { a: 'Ant', b: 'Bee' } },
            { kind: 'text', text: 'Who wins?' },
          ],
        },
      ],
    });
    const message = input('fight', 'pair', { a: 'Ant', b: 'Bee' });
    const events = await collect(source.send(message));
    expect(only(events, 'result')).toMatchObject({ data: { winner: 'Bee' }, problems: [] });
  });

  test('a refusal that says what was wrong ends with its problems', async () => {
    const details = { errors: [{ pointer: '#/a', detail: 'must be an animal' }] };
    const status = (message: object): object => ({
      state: 'TASK_STATE_REJECTED',
      message: { messageId: 'm', role: 'ROLE_AGENT', ...message },
    });
    for (const message of [
      { parts: [{ text: 'No.' }, { data: details }] },
      { parts: [{ text: 'No.' }], metadata: { 'https://example.com/problems': details } },
    ]) {
      const url = await startRawAgent(({ stream }) =>
        stream([{ task: { ...toTask('t', ''), status: status(message) } }]),
      );
      expect(await end((await open(url)).send(text('Hi')))).toMatchObject({
        kind: 'ended',
        state: 'rejected',
        text: 'No.',
        taskId: 't',
        problems: [{ pointer: '/a', message: 'must be an animal' }],
      });
    }
  });

  test('texts are bounded, and files are data', async () => {
    const long = 'x'.repeat(100_000);
    const status = {
      state: 'TASK_STATE_WORKING',
      message: { messageId: 'm', parts: [{ text: long }] },
    };
    const parts = [
      { raw: 'AAECAw==', filename: 'a.bin', mediaType: 'application/octet-stream' },
      { url: 'https://files.example/b.txt', filename: 'b.txt', mediaType: 'text/plain' },
    ];
    const url = await startRawAgent(({ stream }) =>
      stream([
        { task: { ...toTask('t', ''), status } },
        { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts } } },
        {
          statusUpdate: {
            taskId: 't',
            contextId: 'c',
            status: { state: 'TASK_STATE_COMPLETED' },
          },
        },
      ]),
    );
    const events = await collect((await open(url)).send(text('Hi')));
    expect(only(events, 'progress').text).toHaveLength(20_000);
    for (const event of events) {
      if (event.kind === 'exchange') expect(event.body.length).toBeLessThan(70_000);
    }
    const files = [
      { kind: 'bytes', name: 'a.bin', base64: 'AAECAw==' },
      { kind: 'url', name: 'b.txt', url: 'https://files.example/b.txt' },
    ];
    expect(only(events, 'artifact')).toMatchObject({ files });
    expect(only(events, 'result')).toMatchObject({ files });
  });
}
