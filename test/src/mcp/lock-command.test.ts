import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type ExpectStatic } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { pollUntil } from '../support/poll-until.ts';
import { openTerminal, runCli, startCli, type Ended } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests } from '../support/test-end.ts';
import {
  addSkill,
  poison,
  POISON,
  startChangingAgent,
  toRawSkill,
  type ChangingAgent,
} from './changing-agent.ts';
import { connectModern, connectOld } from './hosts.ts';

// Each test waits for its own bridge, agent and lock.
followTests();

const BIN = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;
const WITHHELD = 'Withheld until the operator accepts it.';

interface Bench {
  readonly agent: ChangingAgent;
  readonly folder: string;
  readonly file: string;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
}

/** Makes a folder with a lock in which all tools of a new agent are accepted. */
async function acceptAll(expect: ExpectStatic): Promise<Bench> {
  const agent = await startChangingAgent();
  const folder = makeCliFolder({});
  const env = { XDG_CONFIG_HOME: folder };
  const run = (...args: readonly string[]) => runKept(['mcp', ...args], { cwd: folder, env });
  const made = await run('accept', '--all', '--yes', `shop=${agent.url}`);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('+ Tool shop_order of "shop" is new');
  return { agent, folder, file: join(folder, 'bridge.lock'), run };
}

/** Changes an agent's card: one skill gets another description, one goes, and one is new. */
function changeSkills(agent: ChangingAgent): void {
  agent.card.skills.splice(0, 1, toRawSkill('order', 'Orders\u001b[31m two items.'));
  agent.card.skills.splice(1, 1);
  addSkill(agent, 'late');
}

test.concurrent('a bridge finds the lock, withholds what changed, and takes up what is accepted', async ({
  expect,
}) => {
  const { agent, folder, file, run } = await acceptAll(expect);
  poison(agent);
  const command = { command: process.execPath, args: [BIN, 'mcp', `shop=${agent.url}`] };
  const env = { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, XDG_CONFIG_HOME: folder };
  const transport = new OldStdio({ ...command, env, cwd: folder, stderr: 'pipe' });
  let log = '';
  transport.stderr?.on('data', (bytes: Buffer) => (log += bytes.toString()));
  const host = await connectOld(transport);
  const describe = async () => (await host.listTools()).map(({ description }) => description);
  // A list has the agents that were found in time.
  await expect.poll(describe).toContain(WITHHELD);
  expect(JSON.stringify(await host.listTools())).not.toContain(POISON);
  let told = 0;
  host.client.fallbackNotificationHandler = ({ method }: { readonly method: string }) => {
    if (method === 'notifications/tools/list_changed') told += 1;
    return Promise.resolve();
  };
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, good.slice(0, 200));
  await expect.poll(() => log).toContain('The lock as it was before counts.');
  expect(await describe()).toContain(WITHHELD);
  writeFileSync(file, good);
  expect((await run('accept', '--all', '--yes')).code).toBe(0);
  await expect.poll(describe).not.toContain(WITHHELD);
  expect(await describe()).toHaveLength(5);
  await expect.poll(() => told).toBeGreaterThan(0);
});

test.concurrent('over HTTP the lock is the one beside the config file, and --no-lock leaves it out', async ({
  expect,
}) => {
  const { agent, folder, file } = await acceptAll(expect);
  poison(agent);
  const other = makeCliFolder({
    'agents.json': JSON.stringify({ agents: { shop: { url: agent.url } } }),
    'bridge.lock': readFileSync(file, 'utf8'),
  });
  const env = { XDG_CONFIG_HOME: folder };
  const start = async (...flags: readonly string[]) => {
    const config = join(other, 'agents.json');
    const args = ['mcp', '--config', config, '--http', '--port', '0', ...flags];
    const cwd = makeCliFolder({});
    const program = startCli(args, { env, cwd });
    const [address] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
    const host = await connectModern(new StreamableHTTPClientTransport(new URL(address)));
    // A list has the agents that were found in time.
    const tools = await pollUntil(async () => {
      const listed = JSON.stringify(await host.listTools());
      return listed.includes('shop_order') ? listed : undefined;
    });
    return { program, tools };
  };
  const [locked, open] = await Promise.all([start(), start('--no-lock')]);
  expect(locked.tools).toContain(WITHHELD);
  expect(locked.tools).not.toContain(POISON);
  await locked.program.waitFor(/Tool "shop_order" of "shop" is not what was accepted/u);
  expect(open.tools).toContain(POISON);
});

test.concurrent('diff tells what changed, for people and for programs', async ({ expect }) => {
  const { agent, folder, run } = await acceptAll(expect);
  expect(await run('diff')).toMatchObject({
    code: 0,
    stdout: 'bridge.lock: nothing has changed\n',
    stderr: '',
  });
  changeSkills(agent);
  const differs = await run('diff', agent.url);
  expect(differs.code).toBe(1);
  expect(differs.stdout).toContain('~ Tool shop_order of "shop" has changed');
  expect(differs.stdout).toMatch(/^ {4}- {4}"Orders an item\."/mu);
  expect(differs.stdout).toMatch(/^ {4}\+ {4}"Orders two items\."/mu);
  expect(differs.stdout).toContain('+ Tool shop_late of "shop" is new');
  expect(differs.stdout).toContain('- Tool shop_track of "shop" is no longer there');
  expect(differs.stdout).not.toContain('\u001b');
  expect(differs.stderr).toContain('things are not as bridge.lock has it');

  const env = { XDG_CONFIG_HOME: folder };
  const asJson = await runCli(['mcp', 'diff', '--json'], { cwd: folder, env });
  expect(asJson.code).toBe(1);
  const report = JSON.parse(asJson.stdout) as { changes: { name: string; part: string }[] };
  expect(report).toMatchObject({ lock: 'bridge.lock', same: false, unreachable: [], leftOut: [] });
  const tools = report.changes.filter(({ part }) => part === 'tool').map(({ name }) => name);
  expect(tools).toEqual(['shop_late', 'shop_order', 'shop_track']);
});

test.concurrent('accept takes changes tool by tool, and nothing without a yes', async ({
  expect,
}) => {
  const { agent, file, run } = await acceptAll(expect);
  changeSkills(agent);
  const before = readFileSync(file, 'utf8');
  expect((await run('accept', 'shop_late')).code).toBe(2);
  const unknown = await run('accept', 'shop_nope', '--yes');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('shop_late, shop_order, shop_track');
  expect((await run('accept', '--yes')).code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe(before);

  const some = await run('accept', 'shop_late', '--yes', '--json');
  expect(some).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(some.stdout)).toMatchObject({ accepted: [{ name: 'late' }, { part: 'tool' }] });
  const rest = await run('diff');
  expect(rest.code).toBe(1);
  expect(rest.stdout).not.toContain('shop_late');
  expect((await run('accept', 'shop', '--yes')).code).toBe(0);
  expect((await run('diff')).code).toBe(0);
  expect((await run('accept', '--all', '--yes')).stdout).toBe('Nothing has changed.\n');
});

test.concurrent('accept asks on a terminal, and a no changes nothing', async ({ expect }) => {
  const agent = await startChangingAgent();
  const folder = makeCliFolder({});
  const env = { XDG_CONFIG_HOME: folder };
  const args = ['mcp', 'accept', '--all', `shop=${agent.url}`];
  const no = openTerminal(args, { cwd: folder, env });
  await no.waitFor(/Accept these \d+ changes\?/u);
  no.type('\r');
  expect(await no.exit).toBe(1);
  expect(existsSync(join(folder, 'bridge.lock'))).toBe(false);
  const yes = openTerminal(args, { cwd: folder, env });
  await yes.waitFor(/Accept these \d+ changes\?/u);
  yes.type('\u001b[B\r');
  expect(await yes.exit).toBe(0);
  expect(existsSync(join(folder, 'bridge.lock'))).toBe(true);
});

test.concurrent.for([
  ['cut off', (text: string) => text.slice(0, -100), 'must be JSON'],
  ['of a newer version', (text: string) => text.replace('"bridgeLock": 1', '"bridgeLock": 2'), '2'],
  ['changed', (text: string) => text.replace('Orders an item', POISON), 'shop_order'],
] as const)(
  'a lock that is %s stops every command, and stays',
  async ([, change, reason], { expect }) => {
    const { agent, file, run } = await acceptAll(expect);
    const broken = change(readFileSync(file, 'utf8'));
    writeFileSync(file, broken);
    for (const args of [
      ['--http', '--port', '0', `shop=${agent.url}`],
      ['diff'],
      ['accept', '--all', '--yes'],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('Cannot use the lock "bridge.lock" because');
      expect(stderr).toContain(reason);
      expect(stderr).not.toMatch(/^ +at /mu);
    }
    expect(readFileSync(file, 'utf8')).toBe(broken);
  },
);

test.concurrent('a lock that is not there, or cannot be written, is told', async ({ expect }) => {
  const { agent, folder, file, run } = await acceptAll(expect);
  const none = await run('--lock', 'none.lock', `shop=${agent.url}`);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('there is no such file');
  const noDiff = await run('diff', '--lock', 'none.lock');
  expect(noDiff).toMatchObject({ code: 2, stdout: '' });
  expect(noDiff.stderr).toContain('"none.lock" is not there');
  const words = ['accept', '--all', '--yes', `shop=${agent.url}`, '--lock'];
  const nowhere = await run(...words, 'none/bridge.lock');
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain('must be a file that can be written');
  chmodSync(file, 0o444);
  const before = readdirSync(folder);
  agent.card.version = '2.0.0';
  expect((await run('accept', '--all', '--yes')).code).toBe(0);
  expect(readdirSync(folder)).toEqual(before);
  rmSync(file);
  expect((await run('accept', 'shop_order')).code).toBe(2);
});

test.concurrent('agents that cannot be reached are told, and their part of the lock is kept', async ({
  expect,
}) => {
  const { agent, file, run } = await acceptAll(expect);
  const before = readFileSync(file, 'utf8');
  const gone = ['gone=http://127.0.0.1:9', `shop=${agent.url}`];
  const diff = await run('diff', ...gone);
  expect(diff.code).toBe(4);
  expect(diff.stderr).toContain('"gone": ');
  expect((await run('accept', '--all', '--yes', ...gone)).code).toBe(4);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test.concurrent('doctor tells what a host makes of the tools', async ({ expect }) => {
  const { agent, folder, run } = await acceptAll(expect);
  const fine = await run('doctor', '--host', 'Claude Desktop');
  expect(fine).toMatchObject({ code: 0, stderr: '' });
  expect(fine.stdout).toContain('Claude Desktop (claude-desktop)');
  expect(fine.stdout).toMatch(/changed +all +its documentation does not say that it asks people/u);
  const unknown = await run('doctor', '--host', 'netscape');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toMatch(/one of all, claude-code, claude-desktop, .*: current value is/u);
  expect((await run('doctor')).code).toBe(2);

  agent.card.skills = [toRawSkill('order', 'x'.repeat(1000))];
  Object.assign(agent.card.skills[0] ?? {}, { examples: Array(3).fill('y'.repeat(200)) });
  const skills = Array.from({ length: 130 }, (_, index) => toRawSkill('order', `${index}`));
  agent.card.skills.push(...skills.map((skill, index) => ({ ...skill, id: `s${index}` })));
  writeFileSync(
    join(folder, 'agents.json'),
    JSON.stringify({ agents: { shop: { url: agent.url } }, budgetSeconds: 120 }),
  );
  const all = await run('doctor', '--host', 'all', '--config', 'agents.json', '--json');
  expect(all.code).toBe(1);
  expect(all.stderr).toContain('something is lost in Claude Desktop, VS Code (Copilot)');
  interface Report {
    readonly tools: number;
    readonly hosts: { host: string; problems: { effect: string; rule: string }[] }[];
  }
  const { tools, hosts } = JSON.parse(all.stdout) as Report;
  expect(tools).toBe(133);
  const losses = hosts.flatMap(({ host, problems }) =>
    problems.filter(({ effect }) => effect === 'lost').map(({ rule }) => `${host} ${rule}`),
  );
  expect(losses).toEqual(['claude-desktop time', 'vscode count']);
});

test.concurrent('a skill that no host gets is told by doctor', async ({ expect }) => {
  const { agent, run } = await acceptAll(expect);
  agent.card.schemas['order'] = { $ref: 'https://elsewhere.example/schema.json' };
  const left = await run('doctor', '--host', 'goose');
  expect(left.code).toBe(1);
  expect(left.stdout).toMatch(/lost +Skill "order \(order\)" of "shop" is left out/u);
  expect(left.stderr).toContain('skills are left out, whatever the host');
});
