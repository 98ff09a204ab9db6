import {
  Client,
  type ElicitRequestParams,
  type ElicitResult,
  SdkError,
  SdkErrorCode,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { readVersion } from '../../server/read-version.ts';
import type { McpSource } from '../mcp-agent.ts';
import { followChanges } from './follow-changes.ts';
import { type OpenedTransport, openTransport } from './open-transport.ts';

/** A schema that accepts any result; the code that reads a result checks what it uses. */
export const ANY_RESULT: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'formwork', validate: (value) => ({ value }) },
};

/** The id of the MCP extension with which servers keep tasks (2026-07-28). */
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/**
 * The time without an answer, in milliseconds, after which a program is taken for one that knows
 * only `initialize`.
 */
const PROBE_MS = 30_000;

/** A connection to an MCP server. */
export interface McpConnection {
  readonly client: Client;
  /**
   * The era of the server: `modern` since 2026-07-28, in which questions are results and calls do
   * not depend on a connection, or `legacy`.
   */
  readonly era: 'modern' | 'legacy';
  readonly isOpen: () => boolean;
  /** Closes the connection, and ends the server's program if this process started one. */
  readonly close: () => Promise<void>;
}

/** Options of {@link connectServer}. */
export interface ConnectServerOptions {
  readonly logger: BridgeLogger;
  readonly timeoutMs: number;
  /** A signal that aborts the attempt to connect. */
  readonly signal: AbortSignal;
  /** True if the server is known to support nothing newer than 2025-11-25. */
  readonly isLegacy: boolean;
  /** Answers a question that a server of an older revision asks during a call. */
  readonly onElicit: (params: ElicitRequestParams) => Promise<ElicitResult>;
  readonly onToolsChanged: () => void;
  /** Called once if the connection ends without a call of {@link McpConnection.close}. */
  readonly onLost: () => void;
}

/** Connects to a server with the newest revision of MCP that both sides support. */
export async function connectServer(
  source: McpSource,
  options: ConnectServerOptions,
): Promise<McpConnection> {
  const connection = new ServerConnection(source, options);
  await connection.open();
  return connection;
}

class ServerConnection implements McpConnection {
  readonly client: Client;
  readonly #options: ConnectServerOptions;
  readonly #opened: OpenedTransport;
  readonly #ended = new AbortController();
  #phase: 'opening' | 'open' | 'closed' = 'opening';
  #era: McpConnection['era'] = 'legacy';

  constructor(source: McpSource, options: ConnectServerOptions) {
    const { logger, timeoutMs } = options;
    this.#options = options;
    this.#opened = openTransport(source, logger);
    this.client = new Client(
      { name: 'formwork', version: readVersion() },
      {
        // There is no model here to sample from, and there are no folders to list.
        capabilities: {
          elicitation: { form: {}, url: {} },
          extensions: { [TASKS_EXTENSION]: {} },
        },
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(PROBE_MS, timeoutMs) } },
        listChanged: { tools: { autoRefresh: false, onChanged: () => options.onToolsChanged() } },
      },
    );
    this.client.setRequestHandler('elicitation/create', ({ params }) => options.onElicit(params));
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
    this.client.onerror = ({ message }) =>
      logger.info('The connection to the MCP server says', { message: message.slice(0, 2000) });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    this.client.onclose = () => {
      if (this.#end()) options.onLost();
    };
  }

  get era(): McpConnection['era'] {
    return this.#era;
  }

  isOpen(): boolean {
    return this.#phase === 'open';
  }

  /** Connects; if that fails, or the server ends meanwhile, everything is closed. */
  async open(): Promise<void> {
    const { timeoutMs, signal, isLegacy, onToolsChanged: onBack } = this.#options;
    try {
      const prior = isLegacy ? { prior: { kind: 'legacy' as const } } : {};
      await this.client.connect(this.#opened.transport, { timeout: timeoutMs, signal, ...prior });
    } catch (error) {
      await this.close();
      throw error;
    }
    if (this.#phase !== 'opening') {
      await this.close();
      throw new SdkError(SdkErrorCode.ConnectionClosed, 'The server ended at once');
    }
    this.#phase = 'open';
    this.#era = this.client.getProtocolEra() ?? 'legacy';
    void followChanges(this.client, { timeoutMs, signal: this.#ended.signal, onBack });
  }

  async close(): Promise<void> {
    const { transport, sayGoodbye } = this.#opened;
    if (this.#end()) await sayGoodbye();
    await this.client.close();
    // A client that never connected does not know its transport.
    await transport.close();
  }

  /** Notes the end of the connection; returns true if it was open. */
  #end(): boolean {
    const wasOpen = this.isOpen();
    this.#phase = 'closed';
    this.#ended.abort();
    return wasOpen;
  }
}
