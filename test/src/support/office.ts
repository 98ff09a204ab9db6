import { defineAgent, defineSkill, readAnswerer } from '@formwork/core';
import type { Addressee, QuestionAssignment } from '@formwork/core';
import type { NotifyOptions, QuestionWebhookBody } from '@formwork/people';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createInbox, type Inbox, toPrincipalScope } from '@formwork/runtime/internal';
import {
  createApiKeyAuthentication,
  type AgentServer,
  createServer,
  type ServerOptions,
} from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { createServer as createReceiver } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from './test-end.ts';

/** People who may approve. */
export const KIM = createApprover('kim');
export const LEE = createApprover('lee');

/** Sends messages as Ada, who may approve nothing. */
export const AS_ADA = { 'x-api-key': 'key-of-ada' };
export const AS_KIM = { 'x-api-key': 'key-of-kim' };

const decision = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
} as const;

function createApprover(id: string) {
  return { id, scopes: ['role:approver'], scope: toPrincipalScope({ id }) };
}

/** An agent whose skill `spend` asks approvers, or the people whom the caller names. */
export const officeAgent = defineAgent({
  name: 'Office',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'spend',
      name: 'Spend',
      description: 'Spends money that somebody has approved.',
      tags: ['office'],
      input: {
        purchase: {
          type: 'object',
          properties: { euros: { type: 'number', title: 'Amount' }, to: { type: 'array' } },
          required: ['euros'],
        },
      },
      output: {
        receipt: {
          type: 'object',
          properties: { euros: { type: 'number' }, by: { type: 'string' } },
          required: ['euros', 'by'],
        },
      },
      async run({ input: { euros, to = ['role:approver'] }, task }) {
        const assignment: QuestionAssignment = {
          to: to as readonly Addressee[],
          about: { euros },
          dueInMs: 3_600_000,
          escalateTo: 'role:manager',
        };
        const form = { name: 'decision', schema: decision, ...assignment };
        const { approved } = await task.ask(`Spend ${euros} EUR?`, form);
        const by = task.history.map(readAnswerer).findLast((found) => found !== undefined)?.id;
        return { euros: approved ? euros : 0, by: by ?? 'nobody' };
      },
    }),
  ],
});

/** A served office, with the inbox of its people. */
interface Office {
  readonly url: string;
  readonly engine: TaskEngine;
  readonly inbox: Inbox;
  /** Ends the server for a moment, and serves the same tasks again at the same address. */
  readonly restart: (downMs: number) => Promise<void>;
  /** Approves what a task asks, as somebody. */
  readonly approve: (taskId: string, person?: typeof KIM) => Promise<void>;
}

/** Options of {@link openOffice}: those of its server, and the name of its agent. */
interface OfficeOptions extends ServerOptions {
  readonly name?: string;
}

/** Serves {@link officeAgent} until the test is over. */
export async function openOffice({
  name = officeAgent.name,
  engine = createMemoryEngine(),
  ...options
}: OfficeOptions = {}): Promise<Office> {
  const log = (): void => undefined;
  const create = (): AgentServer =>
    createServer(
      { ...officeAgent, name },
      {
        engine,
        logger: { info: log, warn: log, error: log },
        authenticate: createApiKeyAuthentication({
          keys: { 'key-of-ada': { id: 'ada' }, 'key-of-kim': { id: 'kim', scopes: KIM.scopes } },
        }),
        ...options,
      },
    );
  let server = create();
  const { url } = await server.listen({ port: 0 });
  onTestFinished(async () => {
    await server.close();
    await engine.close();
  });
  const inbox = createInbox(engine, () => []);
  return {
    url,
    engine,
    inbox,
    async restart(downMs) {
      await server.close();
      // Real time: the test says for how long the server is away.
      await new Promise((resolve) => setTimeout(resolve, downMs));
      server = create();
      await server.listen({ port: Number(new URL(url).port) });
    },
    approve: (taskId, person = KIM) =>
      inbox.answer(person, taskId, {
        question: 0,
        data: { approved: true },
        messageId: randomUUID(),
      }),
  };
}

/** Makes options of notifications that collect the links with which Kim answers, by question. */
export async function receiveLinks(links: Map<string, string>): Promise<NotifyOptions> {
  const receiver = createReceiver((request, response) => {
    async function take(): Promise<void> {
      const { prompt, people } = (await json(request)) as QuestionWebhookBody;
      for (const { link } of people) links.set(prompt, new URL(link).hash);
      response.writeHead(204).end();
    }
    void take();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}`, secret: 'a-secret-of-the-receiver' };
  return { everyMs: 20, webhook, findPeople: async () => ['kim'] };
}
