import type { RemoteAgent } from '@formwork/client';
import { appendPointer, isRecord } from '@formwork/schema/internal';
import { fromSchemaMode } from '@formwork/core/internal';
import type { Finding } from './finding.ts';

type PlacedPart = readonly [string, Readonly<Record<string, unknown>>];

/** Tagged parts against the schemas of the agent. */
export function checkParts(document: unknown, agent: RemoteAgent): readonly Finding[] {
  return listParts(document, '').flatMap(([place, part]) => {
    const { metadata, mediaType, data } = part;
    const modes = [isRecord(metadata) ? metadata['mimeType'] : undefined, mediaType];
    const names = modes.map((mode) =>
      typeof mode === 'string' ? fromSchemaMode(mode) : undefined,
    );
    const name = names.find((one) => one !== undefined);
    if (name === undefined) return [];
    const schema = agent.schema(name);
    if (schema.kind === 'refused') {
      return schema.issues.map(({ message }) => ({ pointer: place, message }));
    }
    return schema.check(data).map(({ pointer, message }) => ({
      pointer: `${place}/data${pointer}`,
      message,
    }));
  });
}

/** The object itself, if it is a part, and the parts of what it holds; data are looked into no further. */
function listParts(value: unknown, pointer: string): readonly PlacedPart[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => listParts(item, appendPointer(pointer, index)));
  }
  if (!isRecord(value)) return [];
  if ('data' in value) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'metadata' ? [] : listParts(member, appendPointer(pointer, name)),
  );
}
