import { FormworkError } from '@formwork/core';

/** Thrown for the id of an agent that the registry does not have. */
export class AgentUnknownError extends FormworkError {
  readonly code = 'AGENT_UNKNOWN';

  constructor(agentId: string) {
    super(
      `Cannot find the agent as agentId must be that of a registered one: current value is ${JSON.stringify(agentId.slice(0, 80))}`,
    );
  }
}
