import { Role, type TaskState, type SendMessageRequest, type Task } from '@a2a-js/sdk';
import { ClientFactory, type Client } from '@a2a-js/sdk/client';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runProgram } from './support/run-program.ts';

const SOURCES = fileURLToPath(new URL('../../apps/examples/src/moving/', import.meta.url));
const PAGE = new URL('../../docs/move-from-the-sdk.md', import.meta.url);

/** Starts one of the two agents, and connects the official client to it. */
async function start(name: 'before' | 'after'): Promise<Client> {
  const program = runProgram(`apps/examples/dist/moving/${name}.js`, { PORT: '0' });
  const [, url = ''] = await program.waitFor(/(http:\/\/\S+?)\/\.well-known/u);
  return new ClientFactory().createFromUrl(url);
}

/**
 * Makes a request as callers of the earlier agent do; those who know the schemas of the new agent
 * also name the schema.
 */
function toRequest(value: unknown, schema?: string): SendMessageRequest {
  const metadata =
    schema === undefined ? undefined : { mimeType: `application/json;schema=${schema}` };
  return {
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'data', value }, metadata, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: ['application/json'],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
    },
    metadata: undefined,
  };
}

function toTask(answer: object): Task {
  if (!('artifacts' in answer)) throw new Error('Expected a task.');
  return answer as Task;
}

/** Returns what an answer says to its caller, without ids and times. */
function toAnswer({ status, artifacts }: Task): object {
  return {
    state: status?.state,
    parts: artifacts.flatMap(({ parts }) => parts.map(({ content }) => content)),
  };
}

const CALLS = {
  async 'the card names the agent and its skill'(client) {
    const { name, description, version, skills } = await client.getAgentCard();
    return { name, description, version, skills: skills.map(({ id }) => id) };
  },
  async 'a message gets a price'(client) {
    return toAnswer(toTask(await client.sendMessage(toRequest({ kilos: 1.5, zone: 'europe' }))));
  },
  async 'a stream brings progress, the price and the end'(client) {
    const seen: unknown[] = [];
    let end: TaskState | undefined;
    const stream = client.sendMessageStream(toRequest({ kilos: 20, zone: 'world' }));
    for await (const { payload } of stream) {
      if (payload?.$case === 'artifactUpdate') seen.push(payload.value.artifact?.parts[0]?.content);
      if (payload?.$case !== 'statusUpdate') continue;
      const { state, message } = payload.value.status ?? {};
      end = state;
      // Formwork also says that the handler begins, by a status without a text.
      if (message !== undefined) seen.push({ state, text: message.parts[0]?.content });
    }
    return { seen, end };
  },
  async 'a task can be read again'(client) {
    const { id } = toTask(await client.sendMessage(toRequest({ kilos: 1, zone: 'home' })));
    return toAnswer(await client.getTask({ id, tenant: '' }));
  },
  async 'a task that has ended cannot be canceled'(client) {
    const { id } = toTask(await client.sendMessage(toRequest({ kilos: 1, zone: 'home' })));
    return client.cancelTask({ id, tenant: '', metadata: undefined }).catch(toErrorName);
  },
  async 'an unknown task is not found'(client) {
    return client.getTask({ id: crypto.randomUUID(), tenant: '' }).catch(toErrorName);
  },
} satisfies Readonly<Record<string, (client: Client) => Promise<unknown>>>;

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : `Expected an error: ${JSON.stringify(error)}`;
}

function toErrorName(error: unknown): unknown {
  return error instanceof Error ? error.name : error;
}

test('the official client gets the same answers before and after the move', async () => {
  const [before, after] = await Promise.all([start('before'), start('after')]);
  for (const [name, call] of Object.entries(CALLS)) {
    const [first, second] = await Promise.all([call(before), call(after)]);
    expect({ [name]: second }).toEqual({ [name]: first });
  }
  // Wrong input: the agent of before only says no; that of after says what to do.
  const wrong = { kilo: 1.5, zone: 'mars' };
  const refused = toTask(await before.sendMessage(toRequest(wrong)));
  expect(refused.status?.message?.parts[0]?.content?.value).toBe('This is no parcel.');
  const help = await after.sendMessage(toRequest(wrong, 'parcel')).then(toMessage, toMessage);
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toContain(`\n\`\`\`text\n${help}\n\`\`\`\n`);
  // The caller does what the answer says.
  const right = { kilos: 1.5, zone: 'europe' };
  const done = toTask(await after.sendMessage(toRequest(right, 'parcel')));
  expect(toAnswer(done)).toMatchObject({ parts: [{ value: { euros: 13 } }] });
});

test('the move adds fewer than 40 lines, as many as the page says', () => {
  const { stdout } = spawnSync(
    'git',
    ['diff', '--no-index', '--numstat', 'before.ts', 'after.ts'],
    { cwd: SOURCES, encoding: 'utf8' },
  );
  const [, added, removed] = /^(\d+)\t(\d+)\t/u.exec(stdout) ?? [];
  expect(Number(added)).toBeLessThan(40);
  expect(readFileSync(PAGE, 'utf8')).toContain(`${added} lines are new, and ${removed} lines go`);
});
