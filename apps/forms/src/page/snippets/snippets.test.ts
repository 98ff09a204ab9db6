import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from './to-curl.ts';
import { toTypeScript } from './to-typescript.ts';

const BODY = JSON.stringify({ text: `it's "$HOME" \`id\` \\ !x\n\u{1F981}` });

test('a shell hands every argument to curl as it was', () => {
  const command = toCurl({
    method: 'POST',
    url: "https://agents.example/a2a?x=1&y='2'",
    body: BODY,
    protocolVersion: '1.0',
    credentials: ['Authorization', 'X-Key'],
  });
  expect(command).toContain('"Authorization: Bearer $TOKEN"');
  const script = `curl() { printf '%s\\0' "$@"; }; TOKEN=t API_KEY=k; ${command}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
  expect(words).toEqual([
    '--no-buffer',
    '--request',
    'POST',
    "https://agents.example/a2a?x=1&y='2'",
    '--header',
    'Content-Type: application/json',
    '--header',
    'A2A-Version: 1.0',
    '--header',
    expect.stringContaining('A2A-Extensions: '),
    '--header',
    'Authorization: Bearer t',
    '--header',
    'X-Key: k',
    '--data-raw',
    BODY,
    '',
  ]);
});

test('the name of a header of the card cannot leave its quotes', () => {
  const command = toCurl({
    method: 'GET',
    url: 'http://a/',
    body: '',
    protocolVersion: '0.3',
    credentials: ['x"; rm -rf $(y)'],
  });
  expect(command).toContain('--header "xrm-rfy: $API_KEY"');
  expect(command).toContain('X-A2A-Extensions');
  expect(command).not.toContain('--data');
});

test('a program of the data', () => {
  expect(
    toTypeScript({
      agent: 'http://127.0.0.1:4100',
      skillId: 'fight',
      data: { a: "Li'on", b: '\u2028' },
      credentials: ['authorization'],
    }),
  ).toBe(`import { connect } from '@formwork/client';

const agent = await connect("http://127.0.0.1:4100", {
  headers: {
    "authorization": \`Bearer \${process.env['TOKEN']}\`,
  },
});
const result = await agent.skill("fight").call({
  "a": "Li'on",
  "b": "\\u2028"
});
console.log(result);
`);
});

test('text, and names that mean something in a script', () => {
  const base = { agent: 'http://a', skillId: 's', credentials: [] };
  expect(toTypeScript({ ...base, text: 'Hi' })).toContain(
    'await agent.send("Hi", {\n  "metadata": {\n    "skillId": "s"\n  }\n});',
  );
  const plain = toTypeScript({ ...base, skillId: '', text: 'Hi' });
  expect(plain).toContain('await agent.send("Hi");');
  const going = toTypeScript({ ...base, skillId: '', text: 'Hi', contextId: 'c' });
  expect(going).toContain('await agent.send("Hi", {\n  "contextId": "c"\n});');
  // A name fills one line of a comment, whatever characters it contains.
  const named = toTypeScript({ ...base, text: 'Hi', files: ['a.csv', 'b\n\u2028throw 1;'] });
  expect(named).toContain(
    '{ files: [...] }\n//   "a.csv"\n//   "b\\n\\u2028throw 1;"\nconst outcome',
  );
  const data = JSON.parse('{"__proto__":{"a":1}}');
  expect(toTypeScript({ ...base, data })).toContain('["__proto__"]: {');
});
