// Not over every binding: the ids of events are the subject, which exist in streams of HTTP only.
import { defineAgent, defineSkill } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import { collect, collectEvents, readEvents, type ReceivedEvent } from '../support/event-stream.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';

interface Message {
  readonly messageId: string;
  readonly data: unknown;
  readonly taskId?: string;
}

interface StreamDoor {
  readonly name: string;
  readonly send: (url: string, message: Message, lastEventId?: string) => Promise<Response>;
}

function post(url: string, body: object, headers: Readonly<Record<string, string>>) {
  const own = { 'content-type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: own, body: JSON.stringify(body) });
}

function resumeFrom(lastEventId: string | undefined): Readonly<Record<string, string>> {
  return lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
}

function toParts({ data, taskId }: Message, fields: object): readonly object[] {
  const metadata = { mimeType: 'application/json;schema=pieces' };
  return [taskId === undefined ? { ...fields, data, metadata } : { ...fields, data }];
}

const SENDERS: readonly StreamDoor[] = [
  {
    name: 'JSON-RPC 1.0',
    send(url, message, lastEventId) {
      const { messageId, taskId } = message;
      const params = {
        message: { messageId, taskId, role: 'ROLE_USER', parts: toParts(message, {}) },
      };
      const request = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params };
      return post(`${url}/a2a`, request, { 'a2a-version': '1.0', ...resumeFrom(lastEventId) });
    },
  },
  {
    name: 'JSON-RPC 0.3',
    send(url, message, lastEventId) {
      const { messageId, taskId } = message;
      const parts = toParts(message, { kind: 'data' });
      const params = { message: { kind: 'message', messageId, taskId, role: 'user', parts } };
      const request = { jsonrpc: '2.0', id: 1, method: 'message/stream', params };
      return post(`${url}/a2a`, request, resumeFrom(lastEventId));
    },
  },
  {
    name: 'REST',
    send(url, message, lastEventId) {
      const { messageId, taskId } = message;
      const body = {
        message: { messageId, taskId, role: 'ROLE_USER', parts: toParts(message, {}) },
      };
      const headers = { 'a2a-version': '1.0', ...resumeFrom(lastEventId) };
      return post(`${url}/a2a/rest/message:stream`, body, headers);
    },
  },
];

function newMessage(data: unknown): Message {
  return { messageId: crypto.randomUUID(), data };
}

function seqOf({ id = '' }: ReceivedEvent): number {
  return Number(id.split(':').at(-1));
}

describe.each(SENDERS)('$name', ({ send }) => {
  test('a message sent again goes on after the last event that the caller has', async () => {
    const { agent, release, sent } = createPieceAgent();
    const { url } = await startServer(agent);
    const message = newMessage({ count: 4, holdAt: 2 });
    const live = readEvents(await send(url, message));
    const { value: start } = await live.next();
    if (start?.id === undefined) throw new Error('The stream has no event.');
    const again = readEvents(await send(url, message, start.id));
    release();
    const rest = await collect(again);
    expect(rest).toEqual(await collect(live));
    // The step by which the agent waits is the fifth entry of the log, and no event of a stream.
    expect(rest.map(seqOf)).toEqual([2, 3, 4, 6, 7, 8].filter((seq) => seq > seqOf(start)));
    // The task has ended by now; its events can still be read.
    for (const { id = '' } of rest) {
      const events = await collectEvents(await send(url, message, id));
      expect(events).toEqual(rest.filter((event) => seqOf(event) > Number(id.split(':')[1])));
    }
    expect(sent()).toBe(4);
  });

  test('a place in another task, or none, means the stream from its beginning', async () => {
    const { agent } = createPieceAgent();
    const { url } = await startServer(agent);
    const [other] = await collectEvents(await send(url, newMessage({ count: 1 })));
    for (const id of [other?.id, 'garbage', `${crypto.randomUUID()}:1`]) {
      const message = newMessage({ count: 1 });
      const events = await collectEvents(await send(url, message, id));
      expect(JSON.stringify(events[0]?.data)).toContain('"history"');
      const [taskId] = events[0]?.id?.split(':') ?? [];
      const beyond = await collectEvents(await send(url, message, `${taskId}:99`));
      expect(JSON.stringify(beyond[0]?.data)).toContain('"artifacts"');
    }
  });

  test('an answer that is sent again goes on after the question', async () => {
    let runs = 0;
    const skill = defineSkill({
      id: 'asker',
      name: 'Asker',
      description: 'Asks.',
      tags: [],
      input: { pieces: { type: 'object' } },
      run: async ({ task }) => {
        runs += 1;
        const schema = { type: 'object', required: ['yes'] } as const;
        await task.ask('Yes?', { schema });
        await task.progress('Thank you');
      },
    });
    const { url } = await startServer(
      defineAgent({ name: 'Asker', version: '1', skills: [skill] }),
    );
    const asked = await collectEvents(await send(url, newMessage({})));
    const question = asked.at(-1)?.id;
    const [taskId = ''] = question?.split(':') ?? [];
    const answer = { ...newMessage({ yes: true }), taskId };
    const first = await collectEvents(await send(url, answer, question));
    expect(JSON.stringify(first.at(-1)?.data)).toMatch(/completed/iu);
    const again = await collectEvents(await send(url, answer, question));
    expect(again).toEqual(first);
    expect(runs).toBe(2);
  });
});
