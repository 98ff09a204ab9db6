import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { AgentCard, Role, TaskState, type Message, type Part } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import express from 'express';

/** What a skill says, one thing after another; each turn of a task begins where it says. */
type Step =
  | { readonly progress: string }
  | { readonly parts: readonly Part[] }
  | { readonly ask: string; readonly schema: object; readonly name?: string }
  | { readonly fail: string };

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const toText = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});
const toRaw = (value: Buffer, mediaType: string, filename = 'file'): Part => ({
  content: { $case: 'raw', value },
  metadata: undefined,
  filename,
  mediaType,
});
const image = toRaw(Buffer.from(PNG, 'base64'), 'image/png', 'image.png');
const of = (properties: object): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const text = { type: 'string' };
const done = (...parts: readonly Part[]): readonly Step[] => [{ parts }];

/** What the suite wants of each tool: the steps of every turn, by what was answered so far. */
const SKILLS: Readonly<Record<string, (answers: readonly unknown[]) => readonly Step[]>> = {
  test_simple_text: () => done(toText('This is a simple text response for testing.')),
  test_image_content: () => done(image),
  test_audio_content: () => done(toRaw(Buffer.from(WAV, 'base64'), 'audio/wav')),
  test_embedded_resource: () =>
    done(toRaw(Buffer.from('This is an embedded resource content.'), 'text/plain', 'e.txt')),
  test_multiple_content_types: () =>
    done(
      toText('Multiple content types test:'),
      image,
      toRaw(Buffer.from('{"test":"data","value":123}'), 'application/json', 'm.json'),
    ),
  test_error_handling: () => [{ fail: 'This tool intentionally returns an error for testing' }],
  test_tool_with_progress: () => [
    { progress: 'Completed step 0 of 100' },
    { progress: 'Completed step 50 of 100' },
    { progress: 'Completed step 100 of 100' },
    { parts: [toText('ok')] },
  ],
  test_elicitation: ([answer]) =>
    answer === undefined
      ? [{ ask: 'Who are you?', schema: of({ username: text, email: text }) }]
      : done(toText(`User response: action=accept, content=${JSON.stringify(answer)}`)),
  test_elicitation_sep1034_defaults: ([answer]) =>
    answer === undefined ? [{ ask: 'Defaults?', schema: DEFAULTS }] : done(toText('ok')),
  test_elicitation_sep1330_enums: ([answer]) =>
    answer === undefined ? [{ ask: 'Which?', schema: ENUMS }] : done(toText('ok')),
  test_input_required_result_elicitation: ([answer]) =>
    answer === undefined
      ? [{ ask: 'What is your name?', schema: of({ name: text }), name: 'user_name' }]
      : done(toText(`Hello, ${String(Reflect.get(Object(answer), 'name'))}!`)),
  test_input_required_result_request_state: askOnce(
    'confirm',
    'Go on?',
    of({ ok: { type: 'boolean' } }),
  ),
  test_input_required_result_tampered_state: askOnce(
    'confirm',
    'Go on?',
    of({ ok: { type: 'boolean' } }),
  ),
  test_input_required_result_capabilities: askOnce('user_name', 'Name?', of({ name: text })),
  test_streaming_elicitation: askOnce('more', 'More?', of({ x: text })),
  test_input_required_result_multi_round: (answers) => {
    if (answers.length === 0)
      return [{ ask: 'Step 1: your name?', schema: of({ name: text }), name: 'step1' }];
    if (answers.length === 1)
      return [{ ask: 'Step 2: a colour?', schema: of({ color: text }), name: 'step2' }];
    return done(toText('done'));
  },
};

const DEFAULTS = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};
const titled = ['1', '2', '3'].map((one) => ({ const: `value${one}`, title: `Option ${one}` }));
const plain = ['option1', 'option2', 'option3'];
const ENUMS = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: plain },
    titledSingle: { type: 'string', oneOf: titled },
    untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
};

function askOnce(
  name: string,
  ask: string,
  schema: object,
): (answers: readonly unknown[]) => readonly Step[] {
  return (answers) => (answers.length === 0 ? [{ ask, schema, name }] : done(toText('state-ok')));
}

const answered = new Map<string, { readonly skill: string; readonly answers: unknown[] }>();

async function execute(context: RequestContext, bus: ExecutionEventBus): Promise<void> {
  const { taskId, contextId, userMessage } = context;
  const ids = { taskId, contextId, metadata: undefined };
  const known = answered.get(taskId);
  const skill = known?.skill ?? String(userMessage.metadata?.['skillId']);
  const answers = known?.answers ?? [];
  if (known !== undefined) answers.push(toAnswer(userMessage));
  answered.set(taskId, { skill, answers });
  const toMessage = (words: string, metadata?: Message['metadata']): Message => ({
    messageId: randomUUID(),
    taskId,
    contextId,
    role: Role.ROLE_AGENT,
    parts: [toText(words)],
    metadata,
    extensions: [],
    referenceTaskIds: [],
  });
  const tell = (state: TaskState, message?: Message): void =>
    bus.publish(
      AgentEvent.statusUpdate({ ...ids, status: { state, message, timestamp: undefined } }),
    );
  // Every turn begins with the task, or the SDK ends the stream.
  const status = { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp: undefined };
  const task = { id: taskId, contextId, artifacts: [], history: [], metadata: undefined };
  bus.publish(AgentEvent.task({ ...task, status }));
  for (const step of SKILLS[skill]?.(answers) ?? []) {
    if ('progress' in step) {
      tell(TaskState.TASK_STATE_WORKING, toMessage(step.progress));
      await setTimeout(50);
    } else if ('parts' in step) {
      const artifact = {
        artifactId: 'result',
        name: 'result',
        description: '',
        parts: [...step.parts],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: true }));
      tell(TaskState.TASK_STATE_COMPLETED);
    } else if ('ask' in step) {
      const form = { name: step.name ?? 'answer', schema: step.schema };
      const asked = { prompt: step.ask, question: answers.length + 1, form };
      const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: asked };
      tell(TaskState.TASK_STATE_INPUT_REQUIRED, toMessage(step.ask, metadata));
    } else tell(TaskState.TASK_STATE_FAILED, toMessage(step.fail));
  }
  bus.finished();
}

function toAnswer({ parts }: Message): unknown {
  const [part] = parts;
  return part?.content?.value;
}

/** Serves the skills that the conformance suite of MCP calls, with the official SDK of A2A. */
export async function startConformanceAgent(): Promise<{ url: string; close: () => void }> {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mode = 'application/json;schema=any';
  const card = {
    name: 'Conformance',
    description: 'Does what the suite asks for.',
    version: '1',
    supportedInterfaces: [
      { url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {
      streaming: true,
      extensions: [
        { uri: OBJECT_SCHEMAS_EXTENSION_URI, params: { schemas: { any: { type: 'object' } } } },
      ],
    },
    defaultInputModes: [mode],
    defaultOutputModes: ['text/plain'],
    skills: Object.keys(SKILLS).map((id) => ({
      id,
      name: id,
      description: `The tool ${id} of the suite.`,
      tags: [],
      inputModes: [mode],
      outputModes: ['text/plain'],
    })),
  };
  const requestHandler = new DefaultRequestHandler(
    AgentCard.fromJSON(card),
    new InMemoryTaskStore(),
    {
      execute,
      cancelTask: () => Promise.resolve(),
    },
  );
  // The handler's card has lost what JSON says of extensions; this is what is served.
  app.get('/.well-known/agent-card.json', (_request, response) => void response.json(card));
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  return { url, close: () => server.close() };
}
