import { isRecord } from '@formwork/schema/internal';
import {
  createEnvelopeDialect,
  createSessionDialect,
  KeyRefusedError,
  type AgentKeys,
} from '@formwork/dialects';
import { createSqliteNonceStore } from '@formwork/dialects/sqlite';
import type { Dialect } from '@formwork/server';
import { UsageError } from '../errors/usage-error.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import type { ServeSettings } from './serve-settings.ts';

/** Protocols besides A2A that an agent is served by. */
export interface AgentDialects {
  readonly list: readonly Dialect[];
  /** Where message envelopes are taken; absent if they are not. */
  readonly messagesPath?: string;
  readonly close: () => Promise<void>;
}

const MESSAGES_PATH = '/messages';

/** Makes what the settings ask for. @throws UsageError for keys that cannot be used */
export async function createAgentDialects(settings: ServeSettings): Promise<AgentDialects> {
  const { sessions, messages, messageKeys: file, store } = settings;
  const list = sessions === undefined ? [] : [createSessionDialect({ path: sessions })];
  const isTaken = messages ?? file !== undefined;
  if (!isTaken) return { list, close: async () => {} };
  if (file === undefined) {
    const dialect = createEnvelopeDialect({ path: MESSAGES_PATH });
    return { list: [...list, dialect], messagesPath: MESSAGES_PATH, close: async () => {} };
  }
  const keys = await readKeys(file);
  try {
    // Checked before anything is opened that would have to be closed.
    createEnvelopeDialect({ keys, requireTags: true });
  } catch (error) {
    if (!(error instanceof KeyRefusedError)) throw error;
    throw new UsageError(`${error.message}, in ${file}`, { cause: error });
  }
  // Beside the tasks, so that what was sent before a restart cannot be sent again after it.
  const nonces =
    store === undefined ? undefined : createSqliteNonceStore({ file: `${store}-nonces` });
  const dialect = createEnvelopeDialect({
    path: MESSAGES_PATH,
    keys,
    requireTags: true,
    ...(nonces && { nonces }),
  });
  return {
    list: [...list, dialect],
    messagesPath: MESSAGES_PATH,
    close: async () => nonces?.close(),
  };
}

async function readKeys(file: string): Promise<Readonly<Record<string, AgentKeys>>> {
  const keys = await readJsonSource(file);
  if (isRecord(keys) && Object.keys(keys).length > 0) {
    // What they are is checked where they are registered.
    return keys as Readonly<Record<string, AgentKeys>>;
  }
  throw new UsageError(
    `Cannot serve as ${file} must map ids of agents to public keys, each PEM, a JWK or a list of them.`,
  );
}
