import { FormworkError } from '@formwork/core';

/** Thrown when an agent that was asked as a registry does not answer as one. */
export class RegistryAnswerError extends FormworkError {
  readonly code = 'REGISTRY_ANSWER';

  constructor() {
    super(
      'Cannot find agents as the registry must answer discover with an object that has a list of agents: current answer is something else',
    );
  }
}
