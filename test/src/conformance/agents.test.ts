import {
  checkConformance,
  CONFORMANCE_RULES,
  describeFault,
  type ConformanceReport,
} from '@formwork/conformance';
import { defineAgent, defineSkill } from '@formwork/core';
import { createApiKeyAuthentication } from '@formwork/server';
import { expect, test } from 'vitest';
import type { CLAUSES } from '../extension/clauses.ts';
import { createExecutor, declared, legacyExecutor } from '../support/fight-agents.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';
import { startLegacyAgent, startStockAgent } from '../support/stock-agents.ts';
import { referee } from './referee-agent.ts';

/** Lists what is broken, as `rule at door`. */
function listBroken({ checks }: ConformanceReport): readonly string[] {
  return checks.flatMap(({ rule, door = 'card', fault }) =>
    fault === undefined ? [] : [`${rule.level} ${rule.id} at ${door}`],
  );
}

test('our agent keeps every rule at each of its four doors, and no task is left behind', async () => {
  const { url } = await startServer(referee, { ...WITH_GRPC, openTasks: true });
  const report = await checkConformance(url);
  const faults = report.checks.map(({ fault }) => fault && describeFault(fault));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(report.holds).toBe(true);
  expect(report.doors.map(({ name }) => name)).toEqual([
    'JSON-RPC 1.0',
    'REST 1.0',
    'gRPC 1.0',
    'JSON-RPC 0.3',
  ]);
  expect(report.calls.map(({ skill }) => skill)).toEqual(['fight', 'approve']);
  // Every rule is tried somewhere, except those for agents of another kind.
  const tried = new Set(
    report.checks.flatMap(({ rule, state }) => (state === 'not-applicable' ? [] : [rule.id])),
  );
  const untried = CONFORMANCE_RULES.map(({ id }) => id).filter((id) => !tried.has(id));
  expect(untried).toEqual([
    'card.signatures',
    'card.signature-fits',
    'stream.unsupported',
    'auth.required',
    'extension.required',
  ]);
  const waiting = await fetch(`${url}/a2a/rest/tasks?status=TASK_STATE_INPUT_REQUIRED`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(await waiting.json()).toMatchObject({ tasks: [], totalSize: 0 });
});

test('an agent that asks for credentials is checked with them, and refuses without', async () => {
  const { url } = await startServer(referee, {
    authenticate: createApiKeyAuthentication({ keys: { secret: 'ada' } }),
    requireAuthentication: true,
  });
  const report = await checkConformance(url, {
    headers: { 'x-api-key': 'secret' },
    skills: ['fight'],
  });
  expect(listBroken(report)).toEqual([]);
  const auth = report.checks.filter(({ rule }) => rule.id === 'auth.required');
  expect(auth.map(({ state }) => state)).toEqual(['pass', 'pass', 'pass']);
  await expect(checkConformance(url)).rejects.toMatchObject({ code: 'CONFORMANCE_REFUSED' });
});

test('skills that this caller may not use are left out, and break no rule', async () => {
  const input = { order: { type: 'object', properties: { n: { type: 'integer' } } } } as const;
  const common = { description: 'Does it.', tags: [], input, run: () => 'ok' };
  const closed = defineSkill({ ...common, id: 'close', name: 'Close', scopes: ['admin'] });
  const skills = [closed, ...referee.skills];
  const agent = defineAgent({ name: 'Scoped', version: '1.0.0', skills });
  const { url } = await startServer(agent, {
    ...WITH_GRPC,
    authenticate: createApiKeyAuthentication({ keys: { secret: 'ada' } }),
  });
  const reason = 'close: this caller may not use it; pass headers that say who calls';
  const report = await checkConformance(url);
  expect(listBroken(report)).toEqual([]);
  expect(report.leftOut).toEqual([reason]);
  const alone = await checkConformance(url, { skills: ['close'] });
  expect(listBroken(alone)).toEqual([]);
  const valid = alone.checks.filter(({ rule }) => rule.id === 'schemas.valid-input');
  expect(valid.map((check) => check.reason)).toEqual([reason, reason, reason, reason]);
});

test("the official SDK's agent misses exactly this", async () => {
  const url = await startStockAgent(createExecutor(), declared);
  const report = await checkConformance(url);
  expect(listBroken(report)).toEqual([
    'SHOULD schemas.mode-format at card',
    'SHOULD schemas.text-mode at card',
    'MUST rpc.invalid-request at JSON-RPC 1.0',
    'MUST schemas.invalid-input at JSON-RPC 1.0',
    'MUST schemas.unknown-schema at JSON-RPC 1.0',
    'MUST schemas.invalid-input at REST 1.0',
    'MUST schemas.unknown-schema at REST 1.0',
  ]);
  const fault = report.checks.find(({ rule }) => rule.id === 'rpc.invalid-request')?.fault;
  expect(fault && describeFault(fault)).toBe(
    'Sent the body "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\\"raw\\",\\"params\\":{}}"; expected the JSON-RPC error -32600; came the error -32602 INVALID_PARAMS "Invalid JSON-RPC Request.". Answer such a body with the JSON-RPC error -32600.',
  );
});

test("the official SDK's agent of A2A 0.3 misses exactly this", async () => {
  const url = await startLegacyAgent(legacyExecutor, declared);
  const report = await checkConformance(url);
  expect(report.doors.map(({ name }) => name)).toEqual(['JSON-RPC 0.3']);
  expect(listBroken(report)).toEqual([
    'SHOULD schemas.mode-format at card',
    'SHOULD schemas.text-mode at card',
    'MUST message.missing at JSON-RPC 0.3',
    'MUST task.history at JSON-RPC 0.3',
    'MUST schemas.invalid-input at JSON-RPC 0.3',
    'MUST schemas.unknown-schema at JSON-RPC 0.3',
  ]);
});

test('an agent of the official SDK without schemas is checked with a text', async () => {
  const chat = { id: 'chat', name: 'Chat', description: 'Chats.', tags: [] };
  const url = await startStockAgent(createExecutor(), { skills: [chat] });
  // Its card is found from one of its doors, as clients find it.
  const report = await checkConformance(`${url}/rpc`, { inputs: { chat: 'Good morning' } });
  expect(report.calls).toEqual([{ skill: 'chat', messages: expect.any(Number) as number }]);
  expect(listBroken(report)).toEqual(['MUST rpc.invalid-request at JSON-RPC 1.0']);
});

test('an agent of the official SDK without schemas gets the data that is given for it', async () => {
  const fight = { id: 'fight', name: 'Fight', description: 'Fights.', tags: [] };
  const url = await startStockAgent(createExecutor('application/json'), { skills: [fight] });
  const report = await checkConformance(url, { inputs: { fight: { a: 'Lion', b: 'Tiger' } } });
  expect(listBroken(report)).toEqual(['MUST rpc.invalid-request at JSON-RPC 1.0']);
  // The executor answers with data only if it gets some.
  const tagged = report.checks.filter(({ rule }) => rule.id === 'schemas.output-tagged');
  expect(tagged.map(({ reason }) => reason)).not.toContain('no task completed with data');
});

test('an input whose name is neither a schema nor a skill of the card is refused', async () => {
  const { url } = await startServer(referee);
  const checking = checkConformance(url, { inputs: { figth: { a: 'Lion', b: 'Tiger' } } });
  await expect(checking).rejects.toMatchObject({
    code: 'CONFORMANCE_INPUT',
    message: expect.stringContaining('"fight"') as string,
  });
});

/** The clauses of the object-schemas extension, with the rules that check them in an agent. */
const RULES_OF_CLAUSES: Readonly<Record<keyof typeof CLAUSES, readonly string[]>> = {
  '1.declare': ['schemas.declared'],
  '1.schemas': ['schemas.json-schema', 'schemas.same'],
  '1.agent-modes': ['schemas.mode-known'],
  '1.skill-modes': ['schemas.mode-known'],
  '1.mode-format': ['schemas.mode-format'],
  '1.text-mode': ['schemas.text-mode'],
  '1.text-possible': ['schemas.text'],
  // These two bind the caller; the checks send such messages.
  '2.data-part': ['schemas.valid-input'],
  '2.mime-type': ['schemas.valid-input'],
  '3.flow': ['schemas.valid-input', 'schemas.invalid-input'],
  '3.unknown-schema': ['schemas.unknown-schema', 'schemas.unknown-told'],
  '3.validate': ['schemas.invalid-input'],
  '3.valid': ['schemas.valid-input'],
  '3.invalid': ['schemas.invalid-input'],
  '3.first-part': ['schemas.first-part'],
  '3.no-part': ['schemas.text'],
  '3.new-input': ['schemas.valid-input'],
  '3.new-error': ['schemas.invalid-told'],
  '3.new-neither': ['schemas.text'],
  '3.existing-input': ['schemas.existing-task'],
  '3.existing-error': ['schemas.existing-error'],
  '3.existing-neither': ['forms.valid-answer'],
  '4.mime-type': ['schemas.output-tagged', 'schemas.output-valid'],
};

test('every clause of the object-schemas extension has a rule, and every rule of it a clause', () => {
  const cited = new Set(Object.values(RULES_OF_CLAUSES).flat());
  const known = new Set(CONFORMANCE_RULES.map(({ id }) => id));
  expect([...cited].filter((id) => !known.has(id))).toEqual([]);
  const own = CONFORMANCE_RULES.filter(({ source }) => source === 'object-schemas');
  expect(own.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
});
