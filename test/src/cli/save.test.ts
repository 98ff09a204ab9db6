import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startFileAgent, toArtifact, toRawPart, toUrlPart } from '../support/file-agent.ts';
import { runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startLegacyAgent } from '../support/stock-agents.ts';

const ESCAPE = '\u001b';

/** Returns the contents of all files below a folder, by their relative paths. */
function readTree(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

test('names that an agent gives to files stay in the folder, whatever they are', async () => {
  const names = [
    'plan.txt',
    '../../x',
    '/etc/passwd',
    String.raw`C:\Windows\win.ini`,
    '..',
    '.bashrc',
    'a\u0000b.txt',
    `${ESCAPE}[31mred.txt`,
    'CON',
    'nul.txt',
    `${'long'.repeat(1000)}.txt`,
    'plan.txt',
    'plan.txt',
    'x',
  ];
  const parts = names.map((name, index) => toRawPart(name, String(index)));
  const url = await startFileAgent([
    toArtifact('Drawing', parts),
    toArtifact('', [toRawPart('', 'unnamed', 'image/png')]),
    toArtifact('../up', [toRawPart('', 'up', 'text/csv')]),
  ]);
  const cwd = makeCliFolder({ 'project/keep.txt': 'kept' });
  const { code, stdout, stderr } = await runCli(
    ['call', url, 'draw', 'a lion', '--save', 'out/files', '--output', 'json'],
    { cwd: join(cwd, 'project') },
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toBe('');
  expect(readTree(cwd)).toEqual({
    'project/keep.txt': 'kept',
    'project/out/files/plan.txt': '0',
    'project/out/files/x': '1',
    'project/out/files/passwd': '2',
    'project/out/files/win.ini': '3',
    'project/out/files/Drawing.txt': '4',
    'project/out/files/bashrc': '5',
    'project/out/files/a_u0000b.txt': '6',
    'project/out/files/_u001b[31mred.txt': '7',
    'project/out/files/_CON': '8',
    'project/out/files/_nul.txt': '9',
    [`project/out/files/${'long'.repeat(49)}.txt`]: '10',
    'project/out/files/plan-2.txt': '11',
    'project/out/files/plan-3.txt': '12',
    'project/out/files/x-2': '13',
    'project/out/files/id-.png': 'unnamed',
    'project/out/files/_up.csv': 'up',
  });
  expect(stderr.trim().split('\n')).toHaveLength(names.length + 2);
  expect(stderr).toContain('Saved: out/files/plan.txt (text/plain, 1 bytes)\n');
  expect(stderr).toContain('plan-2.txt (text/plain, 2 bytes, plan.txt was there)');
  expect(stderr).toContain(
    'Saved: out/files/x (text/plain, 1 bytes, the agent calls it "../../x")',
  );
  expect(stderr).not.toContain(ESCAPE);
});

test('nothing that is there is written over, nor what a link points to', async () => {
  const url = await startFileAgent([
    toArtifact('a', [toRawPart('plan.txt', 'new'), toRawPart('link.txt', 'new')]),
  ]);
  const cwd = makeCliFolder({ 'out/plan.txt': 'old', 'target.txt': 'old' });
  symlinkSync(join(cwd, 'target.txt'), join(cwd, 'out/link.txt'));
  symlinkSync(join(cwd, 'nowhere.txt'), join(cwd, 'out/link-2.txt'));
  const { code, stderr } = await runKept(['call', url, 'draw', 'x', '--save', 'out'], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(readTree(cwd)).toEqual({
    'target.txt': 'old',
    'out/plan.txt': 'old',
    'out/plan-2.txt': 'new',
    'out/link-3.txt': 'new',
  });
});

test('of addresses only data: URLs are saved; nothing is fetched', async () => {
  const requests: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    requests.push(request.url);
    response.end('fetched');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  onTestFinished(() => void elsewhere.close());
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/a.pdf`;
  const url = await startFileAgent([
    toArtifact('note', [
      toUrlPart('a.pdf', address, 'application/pdf'),
      toUrlPart('b.txt', 'DATA:text/plain;base64,aGVsbG8='),
      toUrlPart('', 'data:text/html,%3Cp%3E'),
      toUrlPart('broken', 'data:text/plain;base64,***'),
      toUrlPart('passwd', 'file:///etc/passwd'),
      toUrlPart('no address', 'nothing'),
    ]),
  ]);
  const cwd = makeCliFolder({});
  const { code, stderr } = await runKept(['call', url, 'draw', 'x', '--save', '.'], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(readTree(cwd)).toEqual({ 'b.txt': 'hello', 'note.html': '<p>' });
  expect(requests).toEqual([]);
  expect(stderr).toContain(
    `Not saved: a.pdf application/pdf ${address} (addresses are not fetched)`,
  );
  expect(stderr).toContain('Not saved: broken data: URL of 26 characters (it cannot be read)');
  expect(stderr).toContain('Not saved: passwd file:///etc/passwd');
});

test('a folder that cannot be written to is refused before the agent is called', async () => {
  let calls = 0;
  const meanwhile = () => void (calls += 1);
  const url = await startFileAgent([toArtifact('a', [toRawPart('a', 'a')])], { meanwhile });
  const cwd = makeCliFolder({ taken: 'a file' });
  for (const folder of ['taken', 'taken/inner', '']) {
    const { code, stdout, stderr } = await runKept(['call', url, 'draw', 'x', '--save', folder], {
      cwd,
    });
    expect(stderr).toContain(
      `Cannot save files in ${JSON.stringify(folder)} because it must be a folder`,
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
  }
  expect(calls).toBe(0);
});

test('files that could not be written, or were only named, can be had from the task', async () => {
  const cwd = makeCliFolder({});
  const parts = [toRawPart('a.txt', 'a'), toUrlPart('b', `data:,${'b'.repeat(1000)}`)];
  const url = await startFileAgent([toArtifact('a', parts)], {
    meanwhile: () => rmSync(join(cwd, 'out'), { recursive: true, force: true }),
  });
  const failed = await runKept(['call', url, 'draw', 'x', '--save', 'out'], { cwd });
  expect(failed).toMatchObject({ code: 1 });
  expect(JSON.parse(failed.stdout)).toBe('');
  expect(failed.stderr).toMatch(/^Cannot save "a\.txt" in "out" because .*no such/u);
  const named = await runKept(['call', url, 'draw', 'x'], { cwd });
  expect(named).toMatchObject({ code: 0 });
  expect(named.stderr).toMatch(
    /^File: a\.txt text\/plain 1 bytes\nFile: b data: URL of 1006 chara/u,
  );
  for (const { stderr } of [failed, named]) {
    const [, again = ''] = /formwork (call .* --save) FOLDER/u.exec(stderr) ?? [];
    const folder = `again-${stderr.length}`;
    const saved = await runKept([...again.split(' '), folder], { cwd });
    expect(saved).toMatchObject({ code: 0 });
    expect(readTree(join(cwd, folder))).toEqual({ 'a.txt': 'a', b: 'b'.repeat(1000) });
  }
});

test('a file that has no room is not left there in half, and those before it stay', async () => {
  const url = await startFileAgent([
    toArtifact('a', [toRawPart('small.txt', 'a'), toRawPart('large.txt', 'b'.repeat(5000))]),
  ]);
  const cwd = makeCliFolder({});
  const { code, stderr } = await runCli(['call', url, 'draw', 'x', '--save', 'out'], {
    cwd,
    under: ['prlimit', '--fsize=1000'],
  });
  expect({ code, stderr }).toMatchObject({ code: 1 });
  expect(stderr).toMatch(
    /\nCannot save "large\.txt" in "out" because .*\nThe task is done\. Get its/u,
  );
  expect(readTree(cwd)).toEqual({ 'out/small.txt': 'a' });
});

test('files are saved where the reader of the output has gone', async () => {
  const url = await startFileAgent([
    toArtifact('a', [toRawPart('a.txt', 'a'), toRawPart('b.txt', 'b')]),
  ]);
  for (const reader of ['| true', '2>&1 | true']) {
    const cwd = makeCliFolder({});
    await runCli(['call', url, 'draw', 'x', '--save', 'out'], {
      cwd,
      under: ['sh', '-c', `"$@" ${reader}`, 'sh'],
    });
    expect(readTree(cwd)).toEqual({ 'out/a.txt': 'a', 'out/b.txt': 'b' });
  }
});

test('files of agents of A2A 0.3 are saved as well', async () => {
  const url = await startLegacyAgent(
    {
      execute({ taskId, contextId }, bus) {
        const status = { state: 'completed' } as const;
        const bytes = Buffer.from('hello').toString('base64');
        const parts = [
          { kind: 'file', file: { bytes, name: '../a.txt', mimeType: 'text/plain' } } as const,
          { kind: 'file', file: { uri: 'data:,there', name: 'b.txt' } } as const,
        ];
        const artifacts = [{ artifactId: 'a', parts }];
        bus.publish({ kind: 'task', id: taskId, contextId, status, artifacts });
        bus.finished();
        return Promise.resolve();
      },
      cancelTask: () => Promise.resolve(),
    },
    { skills: [{ id: 'draw', name: 'Draw', description: '', tags: [] }] },
  );
  const cwd = makeCliFolder({});
  const { code, stderr } = await runKept(['call', url, 'draw', 'x', '--save', 'out'], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(readTree(cwd)).toEqual({ 'out/a.txt': 'hello', 'out/b.txt': 'there' });
});
