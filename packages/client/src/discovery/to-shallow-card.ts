import { isRecord, isTooDeep, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { ConnectError } from '../errors/connect-error.ts';

/** Deeper nesting than any card has that is worth reading. */
const MAX_DEPTH = 200;

/** Options of {@link toShallowCard}. */
export interface ToShallowCardOptions {
  readonly url: string;
  /** False if all of the card counts, as it does for a signature. */
  readonly mayLeaveOut: boolean;
}

/**
 * The card as the SDK gets it, whose reading of cards is recursive: without schemas that are nested
 * without end. They are refused by name once somebody asks for them; the rest of the agent works.
 *
 * @throws ConnectError if the card is too deep without them.
 */
export function toShallowCard(
  raw: Readonly<Record<string, unknown>>,
  { url, mayLeaveOut }: ToShallowCardOptions,
): Readonly<Record<string, unknown>> {
  if (!isTooDeep(raw, MAX_DEPTH)) return raw;
  const shallow = mayLeaveOut ? leaveOut(raw) : raw;
  if (!isTooDeep(shallow, MAX_DEPTH)) return shallow;
  throw new ConnectError(
    `Cannot connect as ${url} must be an agent card nested at most ${MAX_DEPTH} levels deep: current value is nested deeper`,
  );
}

function leaveOut(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { capabilities } = raw;
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  return {
    ...withShallowSchemas(raw),
    ...(isRecord(capabilities) &&
      Array.isArray(extensions) && {
        capabilities: { ...capabilities, extensions: extensions.map(toShallowExtension) },
      }),
  };
}

function toShallowExtension(extension: unknown): unknown {
  if (!isRecord(extension) || extension['uri'] !== OBJECT_SCHEMAS_EXTENSION_URI) return extension;
  const { params } = extension;
  return isRecord(params) ? { ...extension, params: withShallowSchemas(params) } : extension;
}

function withShallowSchemas(
  holder: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { schemas } = holder;
  if (!isRecord(schemas)) return holder;
  const kept = Object.entries(schemas).filter(([, schema]) => !isTooDeep(schema, MAX_DEPTH / 2));
  return { ...holder, schemas: Object.fromEntries(kept) };
}
