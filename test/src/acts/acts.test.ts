import type { ServerOptions } from '@formwork/server';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callAgent, findDoor, testOverBindings } from '../support/bindings.ts';
import { createMessage } from '../support/json-rpc.ts';
import { QUICK_PUSH } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';
import { createReferenceAgent, SCOPE } from './reference-agent.ts';
import { SUITE_FAULTS } from './suite-faults.ts';
import { type ActsTest, type Binding, type Place, runTest } from './test-run.ts';

// The draft of the suite that is to follow the TCK of A2A: see README.md.

interface ActsFile {
  readonly suites: readonly { readonly tests: readonly ActsTest[] }[];
}

const FILES = JSON.parse(readFileSync(new URL('suite.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, ActsFile>
>;
const TESTS = Object.values(FILES).flatMap(({ suites }) => suites.flatMap(({ tests }) => tests));
const AT_FAULT = new Set(SUITE_FAULTS.flatMap(({ tests }) => tests));

const BINDINGS: readonly Binding[] = ['jsonrpc', 'rest', 'grpc'];

/**
 * The tests that are not run: an agent without streams, which Formwork has no server for, and the id
 * of a message, of which Formwork's client shows the text alone.
 */
const NOT_FOR_US = ['CORE-CAP-002', 'CLIENT-PARSE-002'];

/** The callers that have to say who they are, by their token. */
const CALLERS: Readonly<Record<string, { readonly id: string; readonly scopes: string[] }>> = {
  'Bearer full': { id: 'ada', scopes: [SCOPE] },
  'Bearer other': { id: 'bob', scopes: [SCOPE] },
  'Bearer poor': { id: 'eve', scopes: [] },
};

const GUARDED: ServerOptions = {
  authenticate: ({ headers }) => CALLERS[headers.authorization ?? ''],
  requireAuthentication: true,
};

/** The servers of the suite: one that needs nothing, one with push notifications, one that asks who calls. */
type Kind = 'plain' | 'push' | 'guarded';

/** Chooses the server for a test by what it presupposes. */
function toKind({ preconditions }: ActsTest): Kind {
  const { pushNotifications, authentication, extendedAgentCard } =
    preconditions?.capabilities ?? {};
  if (pushNotifications === true) return 'push';
  return authentication === true || extendedAgentCard === true ? 'guarded' : 'plain';
}

/** Starts the three servers for the binding of the running test. */
async function openPlaces(
  binding: Binding,
): Promise<{ readonly places: Readonly<Record<Kind, Place>>; readonly told: () => string }> {
  const receiver = await openReceiver();
  async function open(kind: Kind, options: ServerOptions): Promise<Place> {
    const { agent, release } = createReferenceAgent({ isGuarded: kind === 'guarded' });
    const { url } = await startServer(agent, { openTasks: true, ...options });
    const headers: Record<string, string> =
      kind === 'guarded' ? { authorization: 'Bearer full' } : {};
    const variables: Record<string, string> = { webhookUrl: receiver.url };
    return { url, binding, headers, release, variables };
  }
  const guarded = await open('guarded', GUARDED);
  const { body } = await callAgent(
    guarded.url,
    { method: 'SendMessage', params: { message: createMessage([{ text: 'tck-complete-task' }]) } },
    { headers: { authorization: 'Bearer other' } },
  );
  const { id } = body.result?.['task'] as { readonly id: string };
  const variables = { ...guarded.variables, insufficientAuthToken: 'poor', otherUserTaskId: id };
  return {
    places: {
      plain: await open('plain', {}),
      push: await open('push', { push: QUICK_PUSH }),
      guarded: { ...guarded, variables },
    },
    told: () => receiver.received.map(({ headers }) => headers.authorization ?? '').join(),
  };
}

test('the suite is whole', () => {
  expect(TESTS).toHaveLength(111);
  const ids = new Set(TESTS.map(({ id }) => id));
  expect(ids.size).toBe(111);
  expect([...AT_FAULT, ...NOT_FOR_US].filter((id) => !ids.has(id))).toEqual([]);
});

testOverBindings('every test passes but those at fault', async () => {
  const { name } = findDoor();
  const binding = BINDINGS.find((one) => name.toLowerCase().replace('-', '').startsWith(one));
  if (binding === undefined) throw new Error(`The suite does not know ${name}.`);
  const { places, told } = await openPlaces(binding);
  const failed: Record<string, string> = {};
  const passed: string[] = [];
  const own = TESTS.filter(
    ({ id, transport = BINDINGS, steps }) =>
      transport.includes(binding) &&
      !NOT_FOR_US.includes(id) &&
      // An answer that a client reads is JSON-RPC.
      (binding === 'jsonrpc' || steps[0]?.client_response === undefined),
  );
  for (const one of own) {
    const place = places[toKind(one)];
    const misfit = await runTest(one, place);
    place.release();
    if (misfit === undefined) passed.push(one.id);
    else if (!AT_FAULT.has(one.id)) failed[one.id] = misfit;
  }
  expect(failed).toEqual({});
  // A fault that is mended in the suite leaves the table.
  expect(passed.filter((id) => AT_FAULT.has(id))).toEqual([]);
  // What the suite leaves to whoever runs it: its webhooks got their credentials.
  await expect.poll(told).toContain('Bearer test-token');
});

test('the guide says how many tests are at fault, and leads to their reasons', () => {
  const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');
  const [, count = '', path = ''] = /\[(\d+) tests\]\((\S*suite-faults\.ts)\)/u.exec(page) ?? [];
  expect(Number(count)).toBe(AT_FAULT.size);
  expect(path).toBe('../test/src/acts/suite-faults.ts');
  const reasons = SUITE_FAULTS.flatMap(({ wanted, rule }) => [wanted, rule]);
  expect(reasons.filter((text) => text === '')).toEqual([]);
});
