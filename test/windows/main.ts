// Tries the packed packages in a project of `formwork new`, on Windows or any other system, and
// prints a line for each check:
//
//   node windows/main.ts      in the project, which has a copy of this folder

import { connect } from '@formwork/client';
import { ok, strictEqual } from 'node:assert';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { callDoor, DOORS } from './doors.ts';
import {
  type Ended,
  killAll,
  pause,
  runFormwork,
  standstill,
  startFormwork,
} from './formwork-command.ts';

const STORE = join('data', 'x.sqlite');
const [GO_ON, STEPS] = ['go-on', 'steps.txt'];
/** What editors of Windows put before and between lines. */
const [MARK, LINE] = ['\uFEFF', '\r\n'];

let failed = 0;

/** Runs a check and prints a line about it; a failed one does not keep the others from running. */
async function check<T>(name: string, run: () => Promise<T>): Promise<T | undefined> {
  const end = standstill.begin(() => `the check "${name}"`);
  try {
    const result = await run();
    writeSync(1, `ok      ${name}\n`);
    return result;
  } catch (error) {
    failed += 1;
    const text = error instanceof Error ? error.message : String(error);
    writeSync(1, `FAILED  ${name}: ${text}\n`);
    return undefined;
  } finally {
    end();
  }
}

async function expectOk(...args: readonly string[]): Promise<Ended> {
  const ended = await runFormwork(...args);
  strictEqual(ended.code, 0, `formwork ${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  return ended;
}

/** Checks what needs no server. */
async function checkFiles(): Promise<void> {
  await check('version', async () => {
    ok(/^\d+\.\d+\.\d+/u.test((await expectOk('--version')).stdout));
  });
  await check('help', async () => {
    ok((await expectOk('--help')).stdout.includes('migrate-store'));
  });
  await check('new, in a folder whose name has a space', async () => {
    const { stdout } = await expectOk('new', join('my files', 'Ünï'));
    ok(existsSync(join('my files', 'Ünï', 'src', 'agent.ts')));
    ok(!stdout.includes('&&'));
  });
  await check(
    'types of a module, and of a schema with a mark and CRLF, twice the same',
    async () => {
      const schema = ['{ "type": "object",', '"properties": { "a": { "type": "string" } } }', ''];
      writeFileSync('order.json', `${MARK}${schema.join(LINE)}`);
      for (const source of [join('src', 'agent.ts'), 'order.json']) {
        const file = join('types', `of-${source.replaceAll(/\W/gu, '-')}.ts`);
        await expectOk('types', source, '--out', file);
        await expectOk('types', source, '--out', file);
        await expectOk('types', resolve(source), '--out', file, '--force');
      }
    },
  );
  await check('validate, also by patterns with backslashes', async () => {
    mkdirSync('inputs', { recursive: true });
    writeFileSync(join('inputs', 'good.json'), `${MARK}{ "a": "x" }${LINE}`);
    await expectOk('validate', join('inputs', '*.json'), '--as', 'order.json');
    writeFileSync(join('inputs', 'bad.json'), `{${LINE}"a": 1 }`);
    const all = await runFormwork('validate', 'inputs/*.json', '--as', 'order.json');
    ok(all.code !== 0 && all.stdout.includes('bad.json:2:6'), `${all.code}: ${all.stdout}`);
  });
  await check('keys, for this user alone where the system has modes', async () => {
    await expectOk('keys', 'new', 'card-key.json');
  });
  await check('doctor', async () => {
    const { stdout } = await runFormwork('doctor');
    ok(stdout.includes(process.versions.node), stdout);
  });
}

/** Checks an agent at all of its doors. */
async function checkServer(): Promise<void> {
  const config = { openTasks: true, sign: 'card-key.json' };
  writeFileSync(
    'settings.json',
    `${MARK}${JSON.stringify(config, undefined, 2)}`.replaceAll('\n', LINE),
  );
  const flags = ['--port', '0', '--grpc-port', '0', '--store', STORE, '--console'];
  const files = ['--config', 'settings.json', '--audit', join('data', 'audit.log')];
  const server = startFormwork(['start', join('src', 'agent.ts'), ...flags, ...files]);
  const url = await check(
    'start --store, with settings that an editor of Windows has saved',
    async () => {
      const [, found = ''] = await server.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/u);
      await server.waitFor(/gRPC/u);
      return found;
    },
  );
  if (url === undefined) return;
  for (const door of Object.keys(DOORS)) await check(`call: ${door}`, () => callDoor(door, url));
  await check('call: A2A 1.0 over gRPC', async () => {
    const agent = await connect(url, { transports: ['GRPC'] });
    const output = await agent.skill('fight').call({ a: 'Lion', b: 'Tiger' });
    strictEqual(JSON.stringify(output), '{"winner":"Tiger"}');
  });
  await check('call: by the command, with an input from a file', async () => {
    writeFileSync('input.json', `${MARK}{${LINE}"a": "Lion", "b": "Tiger" }${LINE}`);
    const { stdout } = await expectOk('call', url, 'fight', '--json', 'input.json');
    strictEqual(JSON.parse(stdout).winner, 'Tiger');
  });
  await check('page of forms, with its parts', async () => {
    const page = await (await fetch(`${url}/`)).text();
    const parts = [...page.matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/gu)];
    ok(parts.length > 0, page);
    for (const [, part = ''] of parts)
      strictEqual((await fetch(new URL(part, `${url}/`))).status, 200);
  });
  await check('console', async () => {
    strictEqual((await fetch(`${url}/console/`)).status, 200);
  });
  await check('tasks list, while the agent runs', async () => {
    const { stdout } = await expectOk('tasks', 'list', '--store', resolve(STORE), '--json');
    ok(JSON.parse(stdout).tasks.length >= 5, stdout);
  });
  await check('backup, while the agent runs', async () => {
    await expectOk('backup', join('data', 'copy.sqlite'), '--store', STORE);
    await expectOk('tasks', 'list', '--store', join('data', 'copy.sqlite'));
  });
  await check('conformance has 0 failures', async () => {
    const { stdout } = await expectOk('conformance', url);
    ok(/\b0 fail,/u.test(stdout), stdout);
  });
  await check('diff of an agent with itself, saved by an editor of Windows', async () => {
    const card = await (await fetch(`${url}/.well-known/agent-card.json`)).text();
    writeFileSync('card.json', `${MARK}${card}${LINE}`);
    await expectOk('diff', 'card.json', url);
  });
  await server.kill();
}

/** Kills an agent in the middle of a task, which the next start has to complete. */
async function checkKill(): Promise<void> {
  const store = join('data', 'walks.sqlite');
  const args = [
    'start',
    join('windows', 'slow-agent.ts'),
    '--port',
    '0',
    '--store',
    store,
    '--open-tasks',
  ];
  const readSteps = (): string => (existsSync(STEPS) ? readFileSync(STEPS, 'utf8') : '');
  await check('a task goes on after the process was killed, without what was done', async () => {
    const first = startFormwork(args);
    const [, url = ''] = await first.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/u);
    const agent = await connect(url);
    const waiting = agent
      .skill('walk')
      .call({ to: 'the sea' })
      .catch(() => undefined);
    while (!readSteps().includes('2')) await pause();
    await first.kill();
    await waiting;
    writeFileSync(GO_ON, '');
    const second = startFormwork(args);
    const [, again = ''] = await second.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/u);
    while (!(await readTasks(again)).includes('TASK_STATE_COMPLETED')) await pause();
    await second.kill();
    strictEqual(readSteps(), '1\n2\n2\n3\n');
  });
  await check('migrate-store to a second file', async () => {
    const target = join('data', 'second.sqlite');
    await expectOk('migrate-store', store, target);
    const [from, to] = [await listTasks(store), await listTasks(target)];
    ok(from.length > 0);
    strictEqual(to.join(), from.join());
  });
}

async function readTasks(url: string): Promise<string> {
  const response = await fetch(`${url}/a2a/rest/tasks`, { headers: { 'a2a-version': '1.0' } });
  return response.text();
}

async function listTasks(store: string): Promise<readonly string[]> {
  const { stdout } = await expectOk('tasks', 'list', '--store', store, '--json');
  return JSON.parse(stdout).tasks.map(({ taskId }: { readonly taskId: string }) => taskId);
}

/** Saves the module of an agent while `dev` serves it. */
async function checkDev(): Promise<void> {
  const file = join('src', 'agent.ts');
  const text = readFileSync(file, 'utf8');
  const dev = startFormwork(['dev', file, '--port', '0', '--types', join('types', 'agent.ts')]);
  await check('dev reloads after a save, and writes types', async () => {
    const [, url = ''] = await dev.waitFor(/is at (http:\S+)/u);
    writeFileSync(file, text.replace("name: 'Fight'", "name: 'Duel'").replaceAll('\n', LINE));
    await dev.waitFor(/Reloaded/u);
    const card = await (await fetch(`${url}/.well-known/agent-card.json`)).text();
    ok(card.includes('"Duel"'), card);
    ok(existsSync(join('types', 'agent.ts')));
  });
  await check('dev says what is wrong in a module, and goes on after the next save', async () => {
    appendFileSync(file, 'export const x = ;\n');
    await dev.waitFor(/agent\.ts/u);
    await dev.waitFor(/tried again|Cannot/u);
    writeFileSync(file, text);
    await dev.waitFor(/Reloaded[^]*Reloaded/u);
  });
  await dev.kill();
  writeFileSync(file, text);
}

for (const folder of ['data', 'inputs', 'my files', 'output', 'types']) {
  rmSync(folder, { recursive: true, force: true });
}
for (const file of ['card-key.json', GO_ON, STEPS]) rmSync(file, { force: true });
mkdirSync('output', { recursive: true });
try {
  await checkFiles();
  await checkServer();
  await checkKill();
  await checkDev();
} finally {
  killAll();
  standstill.stop();
}
writeSync(1, `${failed} failed, on ${process.platform}\n`);
process.exitCode = failed === 0 ? 0 : 1;
