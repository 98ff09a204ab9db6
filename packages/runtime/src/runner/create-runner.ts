import type { Agent } from '@formwork/core';
import { openTelemetry } from '@formwork/telemetry';
import { type AgentVersions, toAgentVersions } from '../agent-versions.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { checkRunnerOptions, type Runner, type RunnerSettings } from './runner-options.ts';
import { TaskRunner } from './task-runner.ts';

/**
 * Makes a runner, which claims tasks from an engine and runs the agent's handlers: one run per
 * lease. It renews the lease during the run, and aborts the run when the lease is lost or the task
 * canceled.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function createRunner(
  engine: TaskEngine,
  agent: Agent | AgentVersions,
  settings: RunnerSettings,
): Runner {
  const { telemetry = openTelemetry(), ...options } = settings;
  checkRunnerOptions(options);
  return new TaskRunner(engine, toAgentVersions(agent), { ...options, telemetry });
}
