import type { Telemetry } from '@formwork/telemetry';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { BridgeLogger } from '../bridge-logger.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import type { ResourceServices } from '../resources/read-resource.ts';

/** The services and settings that all calls of a bridge share. */
export interface BridgeServices extends ResourceServices {
  /** The longest time that a call waits for its result, in milliseconds. */
  readonly budgetMs: number;
  /**
   * The longest time that a call waits before it becomes a task of MCP, if the host supports tasks,
   * in milliseconds.
   */
  readonly taskAfterMs: number;
  /**
   * A signal that the bridge is closing: calls answer with what there is, so that their hosts can
   * follow their tasks once it is there again.
   */
  readonly closing: AbortSignal;
  /** The size of the largest data in a result, in bytes of its JSON text. */
  readonly maxResultBytes: number;
  /** The fate of a task when the person declines to answer its question. */
  readonly onDecline: 'cancel' | 'keep';
  /** Returns the lock with the tools that were accepted; without one, all tools are served. */
  readonly getLock: () => BridgeLock | undefined;
  readonly logger: BridgeLogger;
  /** The spans and metrics of calls; absent if no OpenTelemetry SDK is registered. */
  readonly telemetry?: Telemetry | undefined;
}

/** The answer that turns a call into a task of MCP (extension `io.modelcontextprotocol/tasks`). */
export interface CreatedTask {
  readonly resultType: 'task';
  readonly taskId: string;
  readonly status: 'working';
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** An empty list that has no meaning here, but that the SDK's type requires. */
  readonly content: [];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** An answer to the call of a tool: a result, a request to ask a person, or a task. */
export type ToolAnswer = CallToolResult | InputRequiredResult | CreatedTask;
