import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { Telemetry } from '@formwork/telemetry';
import type { BridgeLogger } from '../bridge-logger.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import type { ResourceRules } from '../resources/read-resource.ts';

/** Rules and stores that every call of a bridge shares. */
export interface CallRules extends ResourceRules {
  /** How long a call blocks at most, in milliseconds. */
  readonly budgetMs: number;
  /** How long one blocks whose host follows tasks, in milliseconds. */
  readonly taskAfterMs: number;
  /** Largest data of a result, in bytes. */
  readonly maxResultBytes: number;
  /** The fate of a task whose question a person declines. */
  readonly onDecline: 'cancel' | 'keep';
  /** The tools that were accepted; all of them if there is no lock. */
  readonly getLock: () => BridgeLock | undefined;
  readonly logger: BridgeLogger;
  /** Absent when no SDK is registered. */
  readonly telemetry?: Telemetry | undefined;
}

/** A task of MCP (extension `io.modelcontextprotocol/tasks`). */
export interface CreatedTask {
  readonly resultType: 'task';
  readonly taskId: string;
  readonly status: 'working';
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Of no meaning; the SDK wants it. */
  readonly content: [];
}

/** An answer to a call of a tool. */
export type ToolAnswer = CallToolResult | InputRequiredResult | CreatedTask;
