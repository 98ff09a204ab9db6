import { Role } from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { defineAgent, defineSkill } from '@formwork/core';
import { type Client, credentials, makeGenericClientConstructor, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '../create-server.ts';
import { createGrpcDoor } from './create-grpc-door.ts';

const asker = defineSkill({
  id: 'ask',
  name: 'Ask',
  description: 'Asks twice.',
  tags: [],
  async text({ task }) {
    await task.ask('First?');
    await task.ask('Second?');
    return 'Done';
  },
});
const server = createServer(defineAgent({ name: 'Asker', version: '1', skills: [asker] }), {
  grpc: createGrpcDoor({ port: 0 }),
  generation: true,
  logger: { info() {}, warn() {}, error() {} },
});
const metadata = new Metadata();
metadata.set('a2a-version', '1.0');

let client: Client;
beforeAll(async () => {
  const { url } = await server.listen({ port: 0 });
  const card = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '1.0' },
  });
  const { supportedInterfaces } = (await card.json()) as {
    readonly supportedInterfaces: readonly { url: string; protocolBinding: string }[];
  };
  const door = supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC');
  const Maker = makeGenericClientConstructor(A2AService, 'A2AService');
  client = new Maker(door?.url ?? '', credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await server.close();
});

const asIs = (bytes: Buffer): Buffer => bytes;

/** Calls a method with the bytes of a request, and resolves to those of the answer. */
function call(path: string, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, asIs, asIs, Buffer.from(bytes), metadata, (error, answer) => {
      if (error === null) resolve(answer ?? Buffer.of());
      else reject(error);
    });
  });
}

/** Reads the fields of a message by their numbers, the last value of each. */
function readFields(bytes: Uint8Array): ReadonlyMap<number, Uint8Array | string> {
  const fields = new Map<number, Uint8Array | string>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === WireType.LengthDelimited) fields.set(field, reader.bytes());
    else if (type === WireType.Varint) fields.set(field, String(reader.int64()));
    else reader.skip(type, field);
  }
  return fields;
}

const inner = (bytes: Uint8Array | string | undefined): ReadonlyMap<number, Uint8Array | string> =>
  readFields(bytes instanceof Uint8Array ? bytes : Buffer.of());

/** Makes the bytes of a message to a task, whose generation must be the given one. */
function writeMessage(taskId = '', match?: number): Uint8Array {
  const bytes = A2AService.sendMessage.requestSerialize({
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId,
      role: Role.ROLE_USER,
      parts: [
        { content: { $case: 'text', value: 'Hello' }, metadata: {}, filename: '', mediaType: '' },
      ],
      metadata: {},
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: {},
  });
  const writer = new BinaryWriter().raw(bytes);
  if (match === undefined) return writer.finish();
  const configuration = new BinaryWriter().tag(5, WireType.Varint).int64(match).finish();
  return writer.tag(3, WireType.LengthDelimited).bytes(configuration).finish();
}

test('tasks have their generation over gRPC, and messages name the one that they are for', async () => {
  const { sendMessage, getTask, sendStreamingMessage } = A2AService;
  const begun = inner(readFields(await call(sendMessage.path, writeMessage())).get(1));
  const id = new TextDecoder().decode(begun.get(1) as Uint8Array);
  const generation = Number(begun.get(7));
  expect(generation).toBeGreaterThan(0);

  const refused = call(sendMessage.path, writeMessage(id, generation - 1));
  await expect(refused).rejects.toMatchObject({
    code: 10,
    details: expect.stringContaining(`the generation of task ${id} (${generation})`),
  });
  const request = getTask.requestSerialize({ tenant: '', id, historyLength: undefined });
  const asked = new BinaryWriter().raw(request).tag(4, WireType.Varint).int64(generation).finish();
  const waiting = call(getTask.path, asked);
  await call(sendMessage.path, writeMessage(id, generation));
  const later = Number(readFields(await waiting).get(7));
  expect(later).toBeGreaterThan(generation);

  const stream = client.makeServerStreamRequest(
    sendStreamingMessage.path,
    asIs,
    asIs,
    Buffer.from(writeMessage(id)),
    metadata,
  );
  const seen: number[] = [];
  for await (const event of stream) {
    const fields = readFields(event as Buffer);
    const [task, status, artifact] = [1, 3, 4].map((field) => inner(fields.get(field)));
    seen.push(Number(task?.get(7) ?? status?.get(5) ?? artifact?.get(7)));
  }
  expect(seen.length).toBeGreaterThan(0);
  expect(Math.min(...seen)).toBeGreaterThan(generation);
});
