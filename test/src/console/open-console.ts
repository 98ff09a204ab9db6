import { Role } from '@a2a-js/sdk';
import { createConsoleAdapter } from '@formwork/console';
import { createMemoryEngine, type Scope, type TaskEngine } from '@formwork/runtime';
import {
  type AuditEvent,
  createApiKeyAuthentication,
  createServer,
  type ServerOptions,
} from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { pollUntil } from '../support/poll-until.ts';
import { createBusyAgent, SECRETS } from './busy-agent.ts';

/** The key of an operator, and that of a caller without the scope. */
export const KEYS = { operator: 'key-of-the-operator', caller: 'key-of-the-caller' } as const;

/** The headers of requests with a key. */
export function withKey(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key };
}

/** A server with the console, and tasks of one caller in every state. */
export interface OpenConsole {
  readonly url: string;
  readonly engine: TaskEngine;
  /** The ids of the tasks, by the skill that ran them. */
  readonly tasks: Readonly<Record<string, string>>;
  readonly audit: readonly AuditEvent[];
  readonly close: () => Promise<void>;
}

/** Serves an agent with the console, and brings a task of each of its skills to its state. */
export async function openConsole(options: ServerOptions = {}): Promise<OpenConsole> {
  const engine = options.engine ?? createMemoryEngine();
  const audit: AuditEvent[] = [];
  const log = (): void => undefined;
  const server = createServer(createBusyAgent(), {
    engine,
    logger: { info: log, warn: log, error: log },
    audit: (event) => audit.push(event),
    adapters: [createConsoleAdapter()],
    authenticate: createApiKeyAuthentication({
      keys: {
        [KEYS.operator]: { id: 'olga', scopes: ['operate'] },
        [KEYS.caller]: { id: 'ada' },
      },
    }),
    requireAuthentication: true,
    ...options,
  });
  const { url } = await server.listen({ port: 0 });
  const tasks: Record<string, string> = { work: await createWork(engine) };
  for (const skill of ['break', 'refuse', 'decline', 'rest', 'ask', 'enter', 'hang']) {
    tasks[skill] = await send(url, { skill, parts: [{ text: `Please ${skill}` }] });
  }
  return { url, engine, tasks, audit, close: () => server.close() };
}

/** Sends a message to a skill, and returns the id of its task without waiting for the end. */
export async function send(
  url: string,
  { skill, parts }: { readonly skill: string; readonly parts: readonly object[] },
): Promise<string> {
  const message = createMessage(parts, { metadata: { skillId: skill } });
  const params = { message, configuration: { returnImmediately: true } };
  const headers = withKey(KEYS.caller);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params }, { headers });
  const task = body.result?.['task'] as { readonly id: string } | undefined;
  if (task === undefined) throw new Error(JSON.stringify(body));
  return task.id;
}

/**
 * Creates a task of the skill `work` whose receiver of notifications is given up at once, and waits
 * until it has completed.
 */
async function createWork(engine: TaskEngine): Promise<string> {
  const scope = 'user:ada' as Scope;
  const data = { name: 'Ada', key: SECRETS[0] };
  const id = randomUUID();
  await engine.create({
    id,
    scope,
    contextId: randomUUID(),
    message: {
      messageId: randomUUID(),
      contextId: '',
      taskId: id,
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: 'data', value: data },
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    metadata: {},
    invocation: {
      kind: 'structured',
      skillId: 'work',
      schema: 'order',
      data,
      acceptedOutputModes: [],
    },
    push: { id: 'p', url: 'https://hooks.example/p?key=hush', version: '1.0' },
  });
  const [delivery] = await engine.claimDeliveries({ worker: 'test', ttlMs: 60_000 }, 1);
  if (delivery === undefined)
    throw new Error('Cannot give the receiver up because it must be due.');
  await engine.settleDelivery(delivery, { kind: 'dead', reason: 'HTTP 410' });
  await pollUntil(async () => (await engine.get(scope, id))?.state === 'completed' || undefined);
  return id;
}
