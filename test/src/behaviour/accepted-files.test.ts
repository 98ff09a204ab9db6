import { connect, RequestError } from '@formwork/client';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { sendForTask } from '../support/asking-agent.ts';
import { testOverBindings } from '../support/bindings.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { openTaskEngine } from '../support/test-engine.ts';
import { ALL_CLIENT_DOORS } from '../typed-client/client-doors.ts';

// A skill lists the types of files that it accepts; every door refuses others before it makes a
// task.

const files = ['image/*', 'application/pdf'] as const;

async function describe({ files: sent }: TaskContext): Promise<string> {
  const texts = sent.map(async (file) =>
    [file.name, file.mediaType, file.url ?? (await file.text())].join(' '),
  );
  return (await Promise.all(texts)).join(', ');
}

const stamp = defineSkill({
  id: 'stamp',
  name: 'Stamp',
  description: 'Stamps pictures.',
  tags: [],
  input: { order: { type: 'object', properties: { ink: { type: 'string' } } } },
  files,
  run: ({ task }) => describe(task),
});

const look = defineSkill({
  id: 'look',
  name: 'Look',
  description: 'Looks at pictures.',
  tags: [],
  files,
  text: async ({ text, task }) => `${text}|${await describe(task)}`,
});

const agent = defineAgent({ name: 'Stamper', version: '1', skills: [stamp, look] });

const PICTURE = { raw: 'aGVsbG8=', filename: 'a.png', mediaType: 'image/png' };

test.each(ALL_CLIENT_DOORS)(
  'files that fit arrive, others are refused with what fits: $name',
  async ({ options }) => {
    const engine = openTaskEngine();
    const { url } = await startServer(agent, { engine, ...WITH_GRPC });
    const remote = await connect<typeof agent>(url, options);
    const skill = remote.skill('stamp');
    const fits = [
      new File(['hello'], 'a.png', { type: 'image/png' }),
      { content: new URL('https://a.example/b.pdf'), name: 'b.pdf', mediaType: 'application/pdf' },
    ];
    const outcome = await skill.run({ ink: 'red' }, { files: fits });
    expect(outcome).toMatchObject({
      state: 'completed',
      text: 'a.png image/png hello, b.pdf application/pdf https://a.example/b.pdf',
    });
    const refused = [
      [
        { content: new Uint8Array(1), name: 'x.zip', mediaType: 'application/zip' },
        'application/zip',
      ],
      [new Uint8Array(1), 'one without a mediaType'],
    ] as const;
    for (const [file, shown] of refused) {
      const error: unknown = await skill
        .call({ ink: 'red' }, { files: [file] })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(RequestError);
      expect((error as Error).message).toContain('its files must be image/*, application/pdf for');
      expect((error as Error).message).toContain(`message.parts[1] is ${shown}`);
    }
    expect(await engine.list('' as Scope, { pageSize: 10 })).toMatchObject({ totalSize: 1 });
  },
);

testOverBindings('a picture is enough for a skill that takes text and files', async () => {
  const { url } = await startServer(agent);
  const said = await sendForTask(url, createMessage([PICTURE], { metadata: { skillId: 'look' } }));
  expect(said.artifacts?.[0]?.parts[0]?.['text']).toBe('|a.png image/png hello');
});

testOverBindings('data without a tag is found beside a file', async () => {
  const { url } = await startServer(agent);
  const done = await sendForTask(url, createMessage([{ data: { ink: 'red' } }, PICTURE]));
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('a.png image/png hello');
});

testOverBindings('what takes anything takes a file without a type', async () => {
  const any = defineSkill({ ...stamp.definition, files: ['*/*'] });
  const { url } = await startServer(defineAgent({ name: 'Any', version: '1', skills: [any] }));
  const blob = { raw: 'aGVsbG8=', filename: 'x' };
  const done = await sendForTask(url, createMessage([createTaggedPart('order', {}), blob]));
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('x  hello');
});

test.each([['image/p*'], ['*/png'], ['.png']])('%s is no media type of files', (type) => {
  const skill = defineSkill({ ...look.definition, files: [type] });
  expect(skill.issues).toMatchObject([{ severity: 'error', code: 'files' }]);
});

test.each([
  ['text/plain', '"text/*" says the same'],
  ['application/JSON', '"application/*" says the same'],
])('files of %s are taken, with a warning that callers cannot tell', (type, message) => {
  const skill = defineSkill({ ...look.definition, files: [type] });
  expect(skill.issues).toMatchObject([{ severity: 'warning', code: 'files-ambiguous' }]);
  expect(skill.issues[0]?.message).toContain(message);
  expect(skill.files).toEqual([type]);
});

testOverBindings('a skill that says nothing of files takes any', async () => {
  const { files: _, ...rest } = stamp.definition;
  const open = defineAgent({ name: 'Open', version: '1', skills: [defineSkill(rest)] });
  const { url } = await startServer(open);
  const zip = { raw: 'aGVsbG8=', filename: 'x', mediaType: 'application/zip' };
  const done = await sendForTask(url, createMessage([createTaggedPart('order', {}), zip]));
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('x application/zip hello');
});
