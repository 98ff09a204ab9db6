import { callAgent, findDoor } from '../support/bindings.ts';
import { readEvents } from '../support/event-stream.ts';
import { createMessage } from '../support/json-rpc.ts';
import { type ClientResponse, readByClient } from './client-step.ts';
import { findMisfit, fits, isFields, listAt } from './matchers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A step of a test, as the suite writes it. */
interface Step {
  readonly id: string;
  readonly operation?: string;
  readonly params?: Fields;
  readonly raw?: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly body_raw?: string;
  };
  readonly client_response?: ClientResponse;
  readonly capture?: Readonly<Record<string, string>>;
  readonly expect?: Fields;
  readonly expect_error?: Fields;
  readonly expect_parsed?: unknown;
  readonly expect_stream?: Fields;
  readonly assertions?: readonly {
    readonly source: string;
    readonly any: { readonly path: string; readonly match: unknown };
  }[];
  readonly repeat?: { readonly until: string; readonly max_attempts: number };
}

/** A test of the suite. */
export interface ActsTest {
  readonly id: string;
  readonly name: string;
  readonly level: 'must' | 'should' | 'may';
  readonly transport?: readonly Binding[];
  readonly preconditions?: { readonly capabilities: Readonly<Record<string, boolean>> };
  readonly steps: readonly Step[];
}

/** A binding as the suite names it. */
export type Binding = 'jsonrpc' | 'rest' | 'grpc';

/** Where the steps of a test are sent. */
export interface Place {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly binding: Binding;
  readonly variables: Readonly<Record<string, string>>;
  /** Lets the long tasks of the agent end. */
  readonly release: () => void;
}

/** The answer to a step: its HTTP status, its content, and its error in the form of JSON-RPC. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly error?: Fields | undefined;
  readonly events?: readonly unknown[];
}

const METHODS: Readonly<Record<string, string>> = {
  send_message: 'SendMessage',
  send_streaming_message: 'SendStreamingMessage',
  get_task: 'GetTask',
  list_tasks: 'ListTasks',
  cancel_task: 'CancelTask',
  subscribe_to_task: 'SubscribeToTask',
  set_push_notification_config: 'CreateTaskPushNotificationConfig',
  get_push_notification_config: 'GetTaskPushNotificationConfig',
  list_push_notification_configs: 'ListTaskPushNotificationConfigs',
  delete_push_notification_config: 'DeleteTaskPushNotificationConfig',
  get_agent_card: 'GetExtendedAgentCard',
};

/** The codes of errors that the suite names (A2A 1.0 section 5.4). */
const ERROR_CODES: Readonly<Record<string, number>> = {
  TaskNotFoundError: -32_001,
  TaskNotCancelableError: -32_002,
  UnsupportedOperationError: -32_004,
  ContentTypeNotSupportedError: -32_005,
};

/** Runs a test; returns what was not as it expects, `undefined` if all was. */
export async function runTest(test: ActsTest, place: Place): Promise<string | undefined> {
  const known = new Map<string, unknown>(Object.entries(place.variables));
  for (const step of test.steps) {
    const misfit = await runStep(step, { place, known });
    if (misfit !== undefined) return `${step.id}${misfit}`;
  }
  return undefined;
}

async function runStep(
  given: Step,
  { place, known }: { readonly place: Place; readonly known: Map<string, unknown> },
): Promise<string | undefined> {
  const step = fillIn(given, known) as Step;
  if (step.client_response !== undefined) {
    return findMisfit(await readByClient(step.client_response), step.expect_parsed);
  }
  const answer = await takeAnswer(step, place);
  for (const [name, path] of Object.entries(step.capture ?? {})) {
    known.set(`${step.id}.${name}`, listAt(answer.body, path)[0]);
  }
  known.set(`${step.id}.response`, answer.body);
  return (
    judgeExpected(step.expect, answer) ??
    judgeError(step.expect_error, answer) ??
    judgeStream(step.expect_stream, answer) ??
    judgeAssertions(given.assertions, known)
  );
}

/** Puts the values that are known in the place of their names in double braces. */
function fillIn(value: unknown, known: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(.+?)\}\}/gu, (whole, name: string) => {
      const found = known.get(name);
      return typeof found === 'string' ? found : whole;
    });
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, known));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillIn(one, known)]));
}

async function takeAnswer(step: Step, place: Place): Promise<Answer> {
  if (step.raw !== undefined) return sendRaw(step.raw, place);
  const { operation = '', params = {}, repeat } = step;
  if (operation === 'send_streaming_message' || operation === 'subscribe_to_task') {
    return openStream(operation, params, place);
  }
  let answer = await callOnce(operation, params, place);
  if (repeat === undefined) return answer;
  for (let left = repeat.max_attempts - 1; left > 0; left -= 1) {
    const { status } = answer.body as { readonly status: { readonly state: string } };
    if (repeat.until.includes(status.state)) break;
    if (status.state === 'TASK_STATE_WORKING') place.release();
    answer = await callOnce(operation, params, place);
  }
  return answer;
}

/** Calls an operation once; the suite leaves to whoever runs it what the schema of A2A requires. */
async function callOnce(
  operation: string,
  params: Fields,
  { url, headers }: Place,
): Promise<Answer> {
  if (operation === 'get_agent_card' && params['extended'] !== true) {
    const response = await fetch(`${url}/.well-known/agent-card.json`, { headers: V1 });
    return { status: response.status, body: await response.json() };
  }
  const call = { method: METHODS[operation] ?? operation, params: toParams(operation, params) };
  const { status, body } = await callAgent(url, call, { headers });
  return { status, body: body.result, error: body.error };
}

const V1 = { 'a2a-version': '1.0' };

function toParams(operation: string, params: Fields): Fields {
  switch (operation) {
    case 'send_message': {
      // The suite names task and context beside the message, where A2A has them in it.
      const { message, configuration, ...ids } = params;
      const { parts, ...rest } = message as { readonly parts: readonly object[] };
      return {
        message: createMessage(parts, { ...rest, ...ids }),
        ...(configuration !== undefined && { configuration }),
      };
    }
    case 'set_push_notification_config': {
      const { pushNotificationConfig, ...ids } = params;
      return { ...ids, ...(pushNotificationConfig as object) };
    }
    case 'get_agent_card':
      return {};
    default:
      return params;
  }
}

async function openStream(operation: string, params: Fields, place: Place): Promise<Answer> {
  const door = findDoor();
  const { url, headers } = place;
  const { message } = params as {
    readonly message?: { readonly parts: readonly { readonly text: string }[] };
  };
  const response =
    operation === 'subscribe_to_task'
      ? await door.subscribe(url, String(params['id']), headers)
      : await door.stream(url, { text: message?.parts[0]?.text ?? '' }, headers);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    return { status: response.status, body: await response.json(), error: { code: 0 } };
  }
  const events: unknown[] = [];
  for await (const { name, data } of readEvents(response)) {
    if (name === 'error') return { status: response.status, body: data, error: { code: 0 } };
    events.push(toEvent(door.toPayload(data)));
    place.release();
  }
  return { status: response.status, body: events, events };
}

/** Shows an event as the suite names it: by its wrapper in two spellings, and by its content. */
function toEvent(payload: unknown): unknown {
  const { task, message, statusUpdate, artifactUpdate } = payload as Fields;
  return {
    ...(payload as object),
    ...(isFields(task) && { status: task['status'] }),
    ...(isFields(statusUpdate) && { ...statusUpdate, status_update: statusUpdate }),
    ...(isFields(artifactUpdate) && { ...artifactUpdate, artifact_update: artifactUpdate }),
    ...(message !== undefined && { message }),
  };
}

async function sendRaw(
  { method, path, headers = {}, body, body_raw: text }: NonNullable<Step['raw']>,
  place: Place,
): Promise<Answer> {
  // The card stands at the origin, and not below the address of a binding.
  const door = place.binding === 'rest' ? '/a2a/rest' : '/a2a';
  const response = await fetch(
    `${place.url}${path.startsWith('/.well-known') ? '' : door}${path}`,
    {
      method,
      headers,
      ...(method === 'POST' && { body: text ?? JSON.stringify(body) }),
    },
  );
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    const events: unknown[] = [];
    for await (const { data } of readEvents(response)) events.push(data);
    return { status: response.status, body: events, events };
  }
  return { status: response.status, body: await response.json() };
}

function judgeExpected(expected: Fields | undefined, answer: Answer): string | undefined {
  if (expected === undefined) return undefined;
  const { status, body, ...others } = expected;
  if ('error' in others || status === 'error') {
    return answer.error === undefined ? ': expected an error, came none' : undefined;
  }
  if (status !== undefined && !fits(answer.status, status)) {
    return `: expected status ${JSON.stringify(status)}, came ${answer.status}`;
  }
  if (answer.error !== undefined) return `: came the error ${JSON.stringify(answer.error)}`;
  return findMisfit(answer.body, body ?? others);
}

function judgeError(expected: Fields | undefined, { error }: Answer): string | undefined {
  if (expected === undefined) return undefined;
  if (error === undefined) return ': expected an error, came none';
  const { code, error_type: named, ...others } = expected;
  return findMisfit(error, { ...others, ...toCodes(code ?? named) });
}

/** Turns the names of errors into their codes. */
function toCodes(named: unknown): object {
  if (named === undefined) return {};
  const names = (isFields(named) ? named['one_of'] : [named]) as readonly string[];
  return { code: { one_of: names.map((name) => ERROR_CODES[name]) } };
}

function judgeStream(expected: Fields | undefined, { events, body }: Answer): string | undefined {
  if (expected === undefined) return undefined;
  if (events === undefined) return `: expected a stream, came ${JSON.stringify(body)}`;
  const { min_count: least = 0, final_event: last, each_event: each, events: some } = expected;
  if (events.length < Number(least))
    return `: expected ${String(least)} events, came ${events.length}`;
  for (const event of each === undefined ? [] : events) {
    const misfit = findMisfit(event, each);
    if (misfit !== undefined) return misfit;
  }
  for (const one of (some ?? []) as readonly Fields[]) {
    const { description: _text, match: _place, index, ...wanted } = one;
    const candidates = index === undefined ? events : [events[Number(index)]];
    if (!candidates.some((event) => fits(event, wanted))) {
      return `: no event fits ${JSON.stringify(wanted)}`;
    }
  }
  return last === undefined ? undefined : findMisfit(events.at(-1), last, ' final event');
}

function judgeAssertions(
  assertions: Step['assertions'],
  known: ReadonlyMap<string, unknown>,
): string | undefined {
  for (const { source, any } of assertions ?? []) {
    const wanted = fillIn(any.match, known);
    const values = listAt(known.get(source.slice(2, -2)), any.path);
    if (!values.some((value) => fits(value, wanted))) {
      return `: nothing at ${any.path} fits ${JSON.stringify(wanted)}, came ${JSON.stringify(values)}`;
    }
  }
  return undefined;
}
