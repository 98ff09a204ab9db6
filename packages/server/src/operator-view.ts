import type { Agent } from '@formwork/core';
import type { TaskSnapshot } from '@formwork/runtime';
import { type AgentVersion, TASK_LIMITS } from '@formwork/runtime/internal';
import { createMemoryMetrics, type MemoryMetrics } from '@formwork/telemetry';
import type { Audit, OperatorEvent } from './audit.ts';
import { CALLER_LIMITS, type CallerLimits } from './caller-limits.ts';
import { LogRing } from './log-ring.ts';
import { RecentCallers, type KnownCaller } from './recent-callers.ts';

/**
 * The parts of a server that only operators may see: an adapter gets them whose `forOperators` is
 * true. It MUST show them to no others, and MUST report what operators do to `tell`.
 */
export interface OperatorView {
  /** The metrics of this process, the same that an SDK of OpenTelemetry gets. */
  readonly metrics: Pick<MemoryMetrics, 'startedAt' | 'read' | 'listSpans' | 'listHours'>;
  /** The newest entries of this process's log that name a task. */
  readonly logs: Pick<LogRing, 'list'>;
  /** Lists the definitions of the agent that this process remembers, the newest first. */
  readonly listVersions: () => readonly AgentVersion[];
  /** Returns the definition with which a task began, or the newest. */
  readonly agentOf: (task: TaskSnapshot) => Agent;
  /** Returns the text of both public cards as they are served now. */
  readonly readCards: () => { readonly v1: string; readonly v03: string };
  /** Lists the callers that this process has identified lately; the last one is the first. */
  readonly listCallers: () => readonly KnownCaller[];
  /** The limits of callers with their defaults; false without limits. */
  readonly limits: Readonly<Required<CallerLimits>> | false;
  /** Makes the run of a task in this process look at once whether the task was canceled. */
  readonly notice: (taskId: string) => Promise<void>;
  /** Reports what an operator has seen or changed to the listener of audit events. */
  readonly tell: (event: OperatorEvent) => void;
}

/** What a server counts and remembers for operators while it runs. */
export interface Observation {
  readonly metrics: MemoryMetrics;
  readonly logs: LogRing;
  readonly callers: RecentCallers;
}

/** Makes the observation of a server, before the parts that it observes. */
export function createObservation(): Observation {
  return { metrics: createMemoryMetrics(), logs: new LogRing(), callers: new RecentCallers() };
}

/** Makes the view of a server for operators. */
export function createOperatorView(
  { metrics, logs, callers }: Observation,
  {
    limits,
    audit,
    ...parts
  }: Pick<OperatorView, 'listVersions' | 'agentOf' | 'readCards' | 'notice'> & {
    readonly limits: CallerLimits | false;
    readonly audit: Audit | undefined;
  },
): OperatorView {
  return {
    ...parts,
    metrics,
    logs,
    listCallers: () => callers.list(),
    limits: limits !== false && { ...TASK_LIMITS, ...CALLER_LIMITS, ...limits },
    tell: (event) => audit?.tell(event),
  };
}
