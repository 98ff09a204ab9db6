import { Role, StreamResponse, TaskState, type SendMessageRequest } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';
import { demoAgent } from '@formwork/demo';
import { createBearerAuthentication, type ServerOptions } from '@formwork/server';
import { describe, expect, test } from 'vitest';
import { QUICK_PUSH } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';

const TRANSPORTS = { 'JSON-RPC 1.0': JsonRpcTransportFactory, 'REST 1.0': RestTransportFactory };

function createRequest(schema: string, value: unknown, taskId = ''): SendMessageRequest {
  const metadata = { mimeType: `application/json;schema=${schema}` };
  return {
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId,
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'data', value }, metadata, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  };
}

const slowImport = {
  contacts: Array.from({ length: 3 }, (_, n) => ({ name: `N${n}`, email: `n${n}@example.com` })),
  batchSize: 1,
};

describe.each(Object.entries(TRANSPORTS))('@a2a-js/sdk 1.3 over %s', (_name, TransportFactory) => {
  async function connect(options?: ServerOptions, fetchImpl = fetch): Promise<Client> {
    const { url } = await startServer(demoAgent, { openTasks: true, ...options });
    const transports = [new TransportFactory({ fetchImpl })];
    const factory = new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
        transports,
        preferredTransports: transports.map(({ protocolName }) => protocolName),
      }),
    );
    return factory.createFromUrl(url);
  }

  test('sends structured input and reads the tagged artifact', async () => {
    const client = await connect();
    const task = await client.sendMessage(
      createRequest('fightComparison', { a: 'Lion', b: 'Ant' }),
    );
    if (!('artifacts' in task)) throw new Error('Expected a task');
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const [part] = task.artifacts[0]?.parts ?? [];
    expect(part?.content).toMatchObject({ $case: 'data', value: { winner: 'Lion' } });
    expect(part?.mediaType).toBe('application/json;schema=fightResponse');
    expect(part?.metadata).toEqual({ mimeType: 'application/json;schema=fightResponse' });
  });

  test('streams progress and partial artifacts in order', async () => {
    const client = await connect();
    const seen: string[] = [];
    for await (const { payload } of client.sendMessageStream(
      createRequest('contactList', { ...slowImport, pauseMs: 5 }),
    )) {
      seen.push(toLabel(payload));
    }
    expect(seen[0]).toBe('task');
    expect(seen.filter((label) => label.startsWith('batches'))).toEqual([
      'batches new',
      'batches append',
      'batches append last',
    ]);
    expect(seen.filter((label) => label.includes('rows'))).toEqual([
      'status 1 of 3 rows',
      'status 2 of 3 rows',
      'status 3 of 3 rows',
    ]);
    expect(seen.at(-2)).toBe('result new last');
    expect(seen.at(-1)).toBe('status 3');
  });

  test('gets, lists, subscribes to and cancels a running task', async () => {
    const client = await connect();
    const request = createRequest('contactList', { ...slowImport, pauseMs: 10_000 });
    const sent = await client.sendMessage({
      ...request,
      configuration: {
        acceptedOutputModes: [],
        taskPushNotificationConfig: undefined,
        returnImmediately: true,
      },
    });
    if (!('artifacts' in sent)) throw new Error('Expected a task');
    const { id } = sent;
    const subscription = client.resubscribeTask({ id, tenant: '' });
    const first = await subscription.next();
    expect(first.value?.payload?.$case).toBe('task');

    expect((await client.getTask({ id, tenant: '' })).history).toHaveLength(1);
    const list = async (): Promise<readonly string[]> => {
      const { tasks } = await client.listTasks({
        tenant: '',
        contextId: sent.contextId,
        status: TaskState.TASK_STATE_WORKING,
        pageToken: '',
        statusTimestampAfter: undefined,
      });
      return tasks.map((task) => task.id);
    };
    await expect.poll(list).toEqual([id]);

    const canceled = await client.cancelTask({ id, tenant: '', metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const rest: StreamResponse[] = [];
    for await (const response of subscription) rest.push(response);
    expect(rest.map(({ payload }) => toLabel(payload)).at(-1)).toBe('status 5');
    expect(await client.cancelTask({ id, tenant: '', metadata: undefined })).toEqual(canceled);
  });

  test('answers a question, which others who subscribe hear of', async () => {
    const client = await connect();
    const trip = { city: 'Lisbon', startDate: '2027-04-12' };
    const asked = await client.sendMessage(createRequest('cityTrip', trip));
    if (!('artifacts' in asked)) throw new Error('Expected a task');
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const subscription = client.resubscribeTask({ id: asked.id, tenant: '' });
    expect(toLabel((await subscription.next()).value?.payload)).toBe('task');
    const request = createRequest('', { days: 2 }, asked.id);
    const [part] = request.message?.parts ?? [];
    if (part !== undefined) part.metadata = undefined;
    const done = await client.sendMessage(request);
    expect('status' in done && done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    const seen: string[] = [];
    for await (const { payload } of subscription) seen.push(toLabel(payload));
    expect(seen.slice(-2)).toEqual(['result new last', 'status 3']);
  });

  test('reads a stream with ids and heartbeats', async () => {
    const client = await connect({ heartbeatMs: 2 });
    const request = createRequest('contactList', { ...slowImport, pauseMs: 20 });
    const seen: string[] = [];
    for await (const { payload } of client.sendMessageStream(request)) seen.push(toLabel(payload));
    expect(seen[0]).toBe('task');
    expect(seen.at(-1)).toBe('status 3');
  });

  test('reads how to authenticate, and does so', async () => {
    const options = {
      authenticate: createBearerAuthentication({
        verify: (token) => (token === 'secret' ? { id: 'ada' } : undefined),
      }),
      requireAuthentication: true,
    };
    const client = await connect(options, (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', 'Bearer secret');
      return fetch(input, { ...init, headers });
    });
    const card = await client.getAgentCard();
    expect(card.securitySchemes['bearer']?.scheme).toMatchObject({
      $case: 'httpAuthSecurityScheme',
      value: { scheme: 'Bearer' },
    });
    expect(card.securityRequirements).toEqual([{ schemes: { bearer: { list: [] } } }]);
    const [extension] = card.capabilities?.extensions ?? [];
    expect(extension?.params).toMatchObject({ schemas: { fightComparison: { type: 'object' } } });
    const request = createRequest('fightComparison', { a: 'Lion', b: 'Ant' });
    expect(await client.sendMessage(request)).toHaveProperty('artifacts');
    const stranger = await connect(options);
    await expect(stranger.sendMessage(request)).rejects.toThrow(
      /its credentials are missing or unknown/u,
    );
  });

  test('sets, reads and deletes push configs, and is notified', async () => {
    const [receiver, other] = await Promise.all([openReceiver(), openReceiver()]);
    const client = await connect({ push: QUICK_PUSH });
    const inline = { ...createPushConfig(receiver.url), id: 'inline', taskId: '' };
    const sent = await client.sendMessage({
      ...createRequest('contactList', { ...slowImport, pauseMs: 200 }),
      configuration: {
        acceptedOutputModes: [],
        taskPushNotificationConfig: inline,
        returnImmediately: true,
      },
    });
    if (!('artifacts' in sent)) throw new Error('Expected a task');
    const { id: taskId } = sent;
    const later = { ...createPushConfig(other.url), id: 'later', taskId };
    expect(await client.createTaskPushNotificationConfig(later)).toEqual(later);
    const query = { tenant: '', taskId, pageSize: 0, pageToken: '' };
    const { configs } = await client.listTaskPushNotificationConfig(query);
    expect(configs).toEqual([{ ...inline, taskId }, later]);
    const name = { tenant: '', taskId, id: 'later' };
    expect(await client.getTaskPushNotificationConfig(name)).toEqual(later);
    await client.deleteTaskPushNotificationConfig(name);
    await client.deleteTaskPushNotificationConfig(name);
    await expect(client.getTaskPushNotificationConfig(name)).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
    await expect
      .poll(() => receiver.received.at(-1)?.body)
      .toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } });
    for (const { headers, body } of receiver.received) {
      expect(headers).toMatchObject({ authorization: 'Basic YWRhOnNlY3JldA==' });
      const { payload } = StreamResponse.fromJSON(body);
      expect(toLabel(payload)).toMatch(/^(?:status|batches|result)/u);
    }
  });

  test('gets errors it understands', async () => {
    const client = await connect();
    await expect(
      client.sendMessage(createRequest('fightComparison', { a: 'Lion' })),
    ).rejects.toThrow(/"?\/b"?/u);
    await expect(client.getTask({ id: 'nobody', tenant: '' })).rejects.toMatchObject({
      reason: 'TASK_NOT_FOUND',
    });
  });
});

function createPushConfig(url: string) {
  const authentication = { scheme: 'Basic', credentials: 'YWRhOnNlY3JldA==' };
  return { tenant: '', url, token: 'a-token', authentication };
}

/** Describes the payload of a stream event in a few words, such as `status` and its text. */
function toLabel(payload: StreamResponse['payload']): string {
  switch (payload?.$case) {
    case 'statusUpdate': {
      const [part] = payload.value.status?.message?.parts ?? [];
      return `status ${part?.content?.value ?? payload.value.status?.state}`;
    }
    case 'artifactUpdate': {
      const { artifact, append, lastChunk } = payload.value;
      return `${artifact?.artifactId} ${append ? 'append' : 'new'}${lastChunk ? ' last' : ''}`;
    }
    case 'task':
    case 'message':
    case undefined:
      return payload?.$case ?? 'nothing';
  }
}
