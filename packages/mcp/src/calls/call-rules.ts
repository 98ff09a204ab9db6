import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { AgentSet } from '../agents/agent-set.ts';
import type { BridgeLogger } from '../bridge-logger.ts';
import type { Secrets } from '../guard/secrets.ts';
import type { TaskHandles } from '../handles/task-handle.ts';
import type { BridgeLock } from '../lock/bridge-lock.ts';
import type { KeptOutcomes } from '../resources/kept-outcomes.ts';

/** Rules and stores that every call of a bridge shares. */
export interface CallRules {
  readonly agents: AgentSet;
  readonly handles: TaskHandles;
  /** How long a call blocks at most, in milliseconds. */
  readonly budgetMs: number;
  /** How long one blocks whose host follows tasks, in milliseconds. */
  readonly taskAfterMs: number;
  /** Largest data of a result, in bytes. */
  readonly maxResultBytes: number;
  /** Outcomes of tasks of which a part was read. */
  readonly keptOutcomes: KeptOutcomes;
  /** Taken out of everything that leaves the bridge. */
  readonly secrets: Secrets;
  /** The fate of a task whose question a person declines. */
  readonly onDecline: 'cancel' | 'keep';
  /** The tools that were accepted; all of them if there is no lock. */
  readonly getLock: () => BridgeLock | undefined;
  readonly logger: BridgeLogger;
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
