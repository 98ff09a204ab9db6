import { defineAgent, defineSkill } from '@formwork/core';
import { startPostgres } from '@formwork/postgres/testing';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { repetitions } from '../support/repetitions.ts';
import { startServer } from '../support/start-server.ts';
import { openTestPlace } from '../support/test-engine.ts';
import { serveBridge } from './hosts.ts';
import { callRaw, type RawMcpCall } from './raw-mcp.ts';

/** The number of uses that come at the same moment; each is a call of MCP, which costs more than others. */
const USES = Number(process.env['FORMWORK_STATE_USES'] ?? repetitions(200));
/** The number of uses of the engine in memory, which decides within one turn of the process. */
const MEMORY_USES = 10;

/** True for a result that says, in its text and for programs, that its answer was not used. */
function isLoss(result: Readonly<Record<string, unknown>>): boolean {
  const isSaid = JSON.stringify(result['content']).includes('another answer was taken first');
  const facts = result['_meta'] as { readonly 'dev.formwork/a2a'?: { readonly answer?: string } };
  expect(facts?.['dev.formwork/a2a']?.answer).toBe(isSaid ? 'not_used' : undefined);
  return isSaid;
}

/** False for a wait that ran out of time, which hosts repeat. */
function hasStopped({ structuredContent }: Readonly<Record<string, unknown>>): boolean {
  return !JSON.stringify(structuredContent).includes('"state":"working"');
}

async function openPostgres(): Promise<TaskEngine> {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const place = new URL(url);
  place.searchParams.set('schema', `once_${randomUUID().slice(0, 8)}`);
  return openTestPlace(place.href);
}

/** An engine whose writes of new tasks wait while its gate is shut. */
function holdCreations(engine: TaskEngine) {
  let gate = Promise.resolve();
  const create: TaskEngine['create'] = async (...args) => {
    await gate;
    return engine.create(...args);
  };
  const shut = (): (() => void) => {
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    return () => open();
  };
  return { engine: { ...engine, create }, shut };
}

test.each<readonly [number, string, () => TaskEngine | Promise<TaskEngine>]>([
  [MEMORY_USES, 'memory', createMemoryEngine],
  [USES, 'SQLite', () => openTestPlace(join(makeCliFolder({}), 'tasks.sqlite'))],
  [USES, 'PostgreSQL', openPostgres],
])(
  'of %d uses of a state or a handle at two bridges one counts on %s',
  async (uses, _name, open) => {
    const names: string[] = [];
    const begun = new Set<string>();
    const greet = defineSkill({
      id: 'greet',
      name: 'Greet',
      description: 'Greets.',
      tags: [],
      input: { any: { type: 'object' } },
      async run({ task }) {
        begun.add(task.id);
        names.push(await task.ask('What is your name?'));
        return `Hello, ${names.at(-1)}!`;
      },
    });
    const agent = defineAgent({ name: 'Greeter', version: '1', skills: [greet] });
    const { engine, shut } = holdCreations(await open());
    const { url } = await startServer(agent, { openTasks: true, limits: false, engine });
    const options = { agents: [{ alias: 'a', url }], handleKey: randomBytes(32) };
    const patient = { ...options, budgetMs: WAIT_LIMIT };
    const bridges = [await serveBridge(patient), await serveBridge(patient)] as const;
    const useAll = (
      toUse: (index: number) => RawMcpCall,
      isOver: (result: Readonly<Record<string, unknown>>) => boolean = () => true,
    ) =>
      Promise.all(
        Array.from({ length: uses }, async (_, index) => {
          const bridge = bridges[index % 2 === 0 ? 0 : 1];
          for (;;) {
            const { result } = await callRaw(bridge, 'tools/call', toUse(index));
            if (isOver(result)) return result;
          }
        }),
      );
    /** Expects that one use counts, that all others are told, and that the one may be repeated. */
    const expectOne = async (toUse: (index: number) => RawMcpCall): Promise<void> => {
      const results = await useAll(toUse);
      expect(names).toHaveLength(1);
      expect(new Set(JSON.stringify(results).match(/Ada \d+\./gu))).toEqual(new Set(names));
      expect(results.filter(isLoss)).toHaveLength(uses - 1);
      const winner = results.findIndex((result) => !isLoss(result));
      expect(names).toEqual([`Ada ${winner}.`]);
      const bridge = bridges[winner % 2 === 0 ? 1 : 0];
      const again = (await callRaw(bridge, 'tools/call', toUse(winner))).result;
      expect(JSON.stringify(again)).toContain(`Hello, Ada ${winner}.!`);
      expect(isLoss(again)).toBe(false);
      names.length = 0;
    };
    const tool = { name: 'a_greet', arguments: {} };
    const capabilities = { elicitation: { form: {} } };
    const { requestState } = (
      await callRaw(bridges[0], 'tools/call', { params: tool, capabilities })
    ).result;
    await expectOne((index) => {
      const answer = { action: 'accept', content: { reply: `Ada ${index}.` } };
      return { params: { ...tool, requestState, inputResponses: { answer } }, capabilities };
    });

    // The handle of a call whose task the agent has not told in time contains its message.
    begun.clear();
    const admit = shut();
    const brief = await serveBridge({ ...options, budgetMs: 200 });
    await callRaw(brief, 'tools/list');
    const unheard = (await callRaw(brief, 'tools/call', { params: tool })).result;
    expect(unheard).toMatchObject({ structuredContent: { state: 'working' } });
    const { task_id: handle } = unheard['structuredContent'] as { readonly task_id: string };
    const toTask = (more: object): RawMcpCall => ({
      params: { name: 'a2a_task', arguments: { task_id: handle, ...more } },
    });
    const waits = useAll(() => toTask({}), hasStopped);
    admit();
    const questions = await waits;
    expect(questions).toEqual(
      questions.map(() =>
        expect.objectContaining({
          structuredContent: expect.objectContaining({ state: 'input_required' }),
        }),
      ),
    );
    await expectOne((index) => toTask({ action: 'reply', message: `Ada ${index}.` }));
    expect(begun.size).toBe(1);
  },
);
