import { createFormLink } from '@formwork/embed';
import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { openStore } from '../support/open-store.ts';
import { publishAgent, SECRET, SEEN_USERS } from '../support/publish-agent.ts';
import { repetitions } from '../support/repetitions.ts';

/** The number of uses that come at the same moment. */
const USES = repetitions(1_000);
/** The number of uses of an engine in memory, which decides within one turn of the process. */
const MEMORY_USES = repetitions(100);

type Engines = readonly [TaskEngine, TaskEngine];

/** Opens the engines of two servers on one database. */
async function openPostgres(): Promise<Engines> {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const schema = `once_${randomUUID().slice(0, 8)}`;
  const open = (): TaskEngine =>
    createPostgresEngine({ url, schema, statementTimeoutMs: WAIT_LIMIT });
  return [open(), open()];
}

function openSqlite(): Engines {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-once-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tasks.sqlite');
  return [openStore(file), openStore(file)];
}

function openMemory(): Engines {
  const engine = createMemoryEngine();
  return [engine, engine];
}

const ENGINES: readonly (readonly [number, string, () => Engines | Promise<Engines>])[] = [
  [MEMORY_USES, 'memory', openMemory],
  [USES, 'SQLite', openSqlite],
  [USES, 'PostgreSQL', openPostgres],
];

interface Answer {
  readonly text: string;
}

/** Sends a submission, again while its form is busy or the connection breaks, as visitors do. */
async function post(url: string, body: object): Promise<Answer> {
  for (;;) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then((response) => response.text())
      .catch(() => undefined);
    if (answer !== undefined && !answer.includes('UNAVAILABLE')) return { text: answer };
  }
}

/** Serves the agent by two servers, and returns the addresses of its form. */
async function serveTwice(engines: Engines): Promise<readonly [string, string]> {
  const [one, two] = await Promise.all(
    engines.map(async (engine) => {
      const agent = await publishAgent(
        { submissionsPerMinute: Infinity, openStreams: USES },
        { engine, limits: false },
      );
      onTestFinished(async () => {
        await agent.close();
        await engine.close();
      });
      return agent.form;
    }),
  );
  return [one ?? '', two ?? ''];
}

/** Returns the token of a link, which is in its fragment. */
const toToken = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('link') ?? '';

test.each(ENGINES)('a link for one use begins one task of %i on %s', async (count, _name, open) => {
  const forms = await serveTwice(await open());
  const link = toToken(createFormLink(forms[0], { secret: SECRET, once: true }));
  SEEN_USERS.length = 0;
  const uses = Array.from({ length: count }, (_, index) => ({
    kind: 'input',
    messageId: randomUUID(),
    schema: 'orderInput',
    data: { thing: `Cup ${index}`, count: 1 },
    link,
  }));
  const answers = await Promise.all(
    uses.map((use, index) => post(`${forms[index % 2]}/send`, use)),
  );
  // A refusal may come after the stream was opened, as its only event.
  const taken = answers.flatMap(({ text }, index) => (text.includes('LINK_USED') ? [] : [index]));
  expect(taken).toHaveLength(1);
  expect(SEEN_USERS).toHaveLength(1);
  const refused = answers.filter(({ text }) => text.includes('LINK_USED'));
  // Nothing of the task reached another visitor.
  const [first = 0] = taken;
  expect(answers[first]?.text).toContain(`"Cup ${first}"`);
  expect(refused.map(({ text }) => text).join('')).not.toContain('Cup');
  // The same submission, sent again, finds its task.
  const again = await post(`${forms[0]}/send`, uses[first] ?? {});
  expect(again.text).toContain(`"Cup ${first}"`);
});

test.each(ENGINES)(
  'a key of a submission begins one task of %i on %s',
  async (count, _name, open) => {
    const forms = await serveTwice(await open());
    SEEN_USERS.length = 0;
    const messageId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const data = { thing: `Cup ${index}`, count: 1 };
        const url = `${forms[index % 2]}/send`;
        return post(url, { kind: 'input', messageId, schema: 'orderInput', data });
      }),
    );
    const refused = answers.filter(({ text }) => text.includes('KEY_REUSED'));
    expect(refused).toHaveLength(count - 1);
    expect(refused.map(({ text }) => text).join('')).not.toContain('Cup');
    expect(SEEN_USERS).toHaveLength(1);
  },
);
