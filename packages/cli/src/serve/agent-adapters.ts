import {
  type AgentKeys,
  createEnvelopeAdapter,
  createSessionAdapter,
  KeyRefusedError,
} from '@formwork/adapters';
import { isRecord } from '@formwork/schema/json';
import type { ProtocolAdapter } from '@formwork/server';
import { UsageError } from '../errors/errors.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import type { ServeSettings } from './read-settings.ts';

const MESSAGES_PATH = '/messages';

/** Makes the adapters that the settings ask for. @throws UsageError for keys that cannot be used */
export async function createAgentAdapters(settings: ServeSettings): Promise<{
  readonly list: readonly ProtocolAdapter[];
  /** The path that accepts message envelopes; absent if none does. */
  readonly messagesPath?: string;
}> {
  const { sessions, messages, messageKeys: file } = settings;
  const list = [
    await createPublicForms(settings),
    await createPeopleDoor(),
    ...(sessions === undefined ? [] : [createSessionAdapter({ path: sessions })]),
  ];
  const isTaken = messages ?? file !== undefined;
  if (!isTaken) return { list };
  if (file === undefined) {
    const adapter = createEnvelopeAdapter({ path: MESSAGES_PATH });
    return { list: [...list, adapter], messagesPath: MESSAGES_PATH };
  }
  const keys = await readKeys(file);
  const adapter = createSignedAdapter(keys, file);
  return { list: [...list, adapter], messagesPath: MESSAGES_PATH };
}

/** Makes the people door, which the card declares only if callers can say who they are. */
async function createPeopleDoor(): Promise<ProtocolAdapter> {
  const { createPeopleAdapter } = await import('@formwork/people');
  return createPeopleAdapter();
}

/** Makes the public forms, which show what skills publish: nothing, unless they say so. */
async function createPublicForms({ linkSecret }: ServeSettings): Promise<ProtocolAdapter> {
  const { createPublicFormsAdapter } = await import('@formwork/embed');
  try {
    return createPublicFormsAdapter(linkSecret === undefined ? {} : { linkSecrets: [linkSecret] });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}.`, { cause: error });
  }
}

function createSignedAdapter(
  keys: Readonly<Record<string, AgentKeys>>,
  file: string,
): ProtocolAdapter {
  try {
    return createEnvelopeAdapter({ path: MESSAGES_PATH, keys, requireTags: true });
  } catch (error) {
    if (!(error instanceof KeyRefusedError)) throw error;
    throw new UsageError(`${error.message}, in ${file}`, { cause: error });
  }
}

async function readKeys(file: string): Promise<Readonly<Record<string, AgentKeys>>> {
  const keys = await readJsonSource(file);
  if (isRecord(keys) && Object.keys(keys).length > 0) {
    // The envelope adapter checks the keys themselves.
    return keys as Readonly<Record<string, AgentKeys>>;
  }
  throw new UsageError(
    `Cannot serve because ${file} must map ids of agents to public keys, each PEM, a JWK or a list of them.`,
  );
}
