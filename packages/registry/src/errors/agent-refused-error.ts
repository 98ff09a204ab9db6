import { FormworkError } from '@formwork/core';

/** Thrown when an agent cannot be registered: its address, or what is found there, will not do. */
export class AgentRefusedError extends FormworkError {
  readonly code = 'AGENT_REFUSED';
}
