/** A field of a protobuf message: a number, or bytes. */
interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

const TYPE_PREFIX = 'type.googleapis.com/';

/**
 * The details of a `google.rpc.Status` in protobuf, in the shape of their JSON: `ErrorInfo`,
 * `BadRequest` and `RetryInfo`, the last with `retryDelayMs`. Others are left out, and all of them
 * if the bytes are no protobuf: gRPC's own status and text have to do then.
 */
export function readStatusDetails(bytes: Uint8Array): readonly unknown[] {
  try {
    return readMessages(bytes, 3).flatMap((any) => {
      const type = readText(any, 1).replace(TYPE_PREFIX, '');
      const value = readMessages(any, 2).at(-1) ?? new Uint8Array();
      return toDetail(type, value) ?? [];
    });
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return [];
    throw error;
  }
}

function toDetail(type: string, value: Uint8Array): object | undefined {
  const named = { '@type': TYPE_PREFIX + type };
  switch (type) {
    case 'google.rpc.ErrorInfo': {
      const entries = readMessages(value, 3).map((entry) => [
        readText(entry, 1),
        readText(entry, 2),
      ]);
      return {
        ...named,
        reason: readText(value, 1),
        domain: readText(value, 2),
        metadata: Object.fromEntries(entries) as unknown,
      };
    }
    case 'google.rpc.BadRequest': {
      const fieldViolations = readMessages(value, 1).map((violation) => {
        const reason = readText(violation, 3);
        return {
          field: readText(violation, 1),
          description: readText(violation, 2),
          ...(reason !== '' && { reason }),
        };
      });
      return { ...named, fieldViolations };
    }
    case 'google.rpc.RetryInfo': {
      const delay = readMessages(value, 1).at(-1) ?? new Uint8Array();
      const seconds = readNumber(delay, 1);
      return { ...named, retryDelayMs: seconds * 1000 + readNumber(delay, 2) / 1_000_000 };
    }
    default:
      return undefined;
  }
}

function readMessages(bytes: Uint8Array, number: number): readonly Uint8Array[] {
  return readFields(bytes).flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  );
}

/** @throws TypeError if it is no UTF-8. */
function readText(bytes: Uint8Array, number: number): string {
  const found = readMessages(bytes, number).at(-1);
  return found === undefined ? '' : new TextDecoder('utf-8', { fatal: true }).decode(found);
}

function readNumber(bytes: Uint8Array, number: number): number {
  const found = readFields(bytes).findLast((field) => field.number === number)?.value;
  return typeof found === 'number' ? found : 0;
}

/** @throws RangeError if the bytes end too early, or have what protobuf has not. */
function readFields(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;

  function readVarint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('no number of protobuf');
  }

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new RangeError('no field of protobuf');
    at += length;
    return bytes.subarray(at - length, at);
  }

  while (at < bytes.length) {
    const tag = readVarint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ number, value: readVarint() });
        break;
      case 1:
        take(8);
        break;
      case 2:
        fields.push({ number, value: take(readVarint()) });
        break;
      case 5:
        take(4);
        break;
      default:
        throw new RangeError('no type of protobuf');
    }
  }
  return fields;
}
