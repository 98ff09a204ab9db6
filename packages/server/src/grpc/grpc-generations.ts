import type { StreamResponse } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  findGeneration,
  keepRequestedGeneration,
  listNotedGenerations,
} from '@formwork/runtime/internal';

// The numbers of the fields that the draft of A2A 1.1 adds to the messages of 1.0: the next free one
// of each message.
const CURRENT_GENERATION = 4;
const IF_GENERATION_MATCH = 5;
const TASK_GENERATION = 7;

/** The number of `configuration` in `SendMessageRequest`. */
const CONFIGURATION = 3;

/** The number of the id in `Task`. */
const ID = 1;

/** The number of each content of a `StreamResponse`, and of the generation in it. */
const EVENTS = {
  task: [1, TASK_GENERATION],
  message: [2, undefined],
  statusUpdate: [3, 5],
  artifactUpdate: [4, 7],
} as const;

/** Keeps the generation that the bytes of a request name; `name` is the last part of its path. */
export function keepGrpcGeneration(
  context: ServerCallContext,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): void {
  switch (name) {
    case 'SendMessage':
    case 'SendStreamingMessage': {
      const configuration = readField(bytes, CONFIGURATION);
      if (!(configuration instanceof Uint8Array)) return;
      const ifGenerationMatch = readField(configuration, IF_GENERATION_MATCH);
      keepRequestedGeneration(context, { ifGenerationMatch: toJson(ifGenerationMatch) });
      return;
    }
    case 'GetTask':
      keepRequestedGeneration(context, {
        currentGeneration: toJson(readField(bytes, CURRENT_GENERATION)),
      });
      return;
    default:
  }
}

/** Adds the generations of the tasks in the bytes of an answer, as the doors of JSON do. */
export function withGrpcGenerations(
  bytes: Uint8Array,
  { name, context }: { readonly name: string; readonly context: ServerCallContext },
): Uint8Array {
  const generations = listNotedGenerations(context);
  const add = (task: Uint8Array): Uint8Array => {
    const id = readField(task, ID);
    return addNumber(
      task,
      TASK_GENERATION,
      id instanceof Uint8Array ? generations.get(new TextDecoder().decode(id)) : undefined,
    );
  };
  if (generations.size === 0) return bytes;
  // The task of SendMessage, and each of ListTasks, is field 1 of the answer.
  return name === 'SendMessage' || name === 'ListTasks' ? editField(bytes, 1, add) : add(bytes);
}

/** Adds the generation to the bytes of an event of a stream. */
export function withGrpcGeneration(event: StreamResponse, bytes: Uint8Array): Uint8Array {
  const [content, generation] = EVENTS[event.payload?.$case ?? 'message'];
  if (generation === undefined) return bytes;
  const number = findGeneration(event);
  return editField(bytes, content, (inner) => addNumber(inner, generation, number));
}

function addNumber(bytes: Uint8Array, field: number, value: number | undefined): Uint8Array {
  if (value === undefined) return bytes;
  return new BinaryWriter().raw(bytes).tag(field, WireType.Varint).int64(value).finish();
}

/** Copies a message of protobuf with each value of one field changed. */
function editField(
  bytes: Uint8Array,
  number: number,
  edit: (value: Uint8Array) => Uint8Array,
): Uint8Array {
  const reader = new BinaryReader(bytes);
  const writer = new BinaryWriter();
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [field, type] = reader.tag();
    if (field === number && type === WireType.LengthDelimited) {
      writer.tag(field, type).bytes(edit(reader.bytes()));
    } else {
      reader.skip(type, field);
      writer.raw(bytes.subarray(start, reader.pos));
    }
  }
  return writer.finish();
}

/**
 * Reads the last value of a field, an integer or bytes; `undefined` if there is none, or the bytes
 * are no message, which the decoder of the whole message says.
 */
function readField(
  bytes: Uint8Array,
  number: number,
): Uint8Array | string | number | bigint | undefined {
  try {
    const reader = new BinaryReader(bytes);
    let value: Uint8Array | string | number | bigint | undefined;
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === number && type === WireType.LengthDelimited) value = reader.bytes();
      else if (field === number && type === WireType.Varint) value = reader.int64();
      else reader.skip(type, field);
    }
    return value;
  } catch {
    return undefined;
  }
}

/** Shows an integer of protobuf as ProtoJSON does. */
function toJson(value: ReturnType<typeof readField>): string | undefined {
  return value === undefined || value instanceof Uint8Array ? undefined : String(value);
}
