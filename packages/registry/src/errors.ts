import { FormworkError } from '@formwork/schema';

/** Thrown when an agent cannot be registered, because its address or its card is not acceptable. */
export class AgentRefusedError extends FormworkError {
  readonly code = 'AGENT_REFUSED';
}

/** Thrown for the id of an agent that is not in the registry. */
export class AgentUnknownError extends FormworkError {
  readonly code = 'AGENT_UNKNOWN';

  constructor(agentId: string) {
    super(
      `Cannot find the agent because agentId must be that of a registered one: current value is ${JSON.stringify(agentId.slice(0, 80))}`,
    );
  }
}

/** Thrown when a caller wants to change an agent that belongs to another caller. */
export class NotOwnerError extends FormworkError {
  readonly code = 'NOT_OWNER';
}

/** Thrown when a registry, one owner or one origin already has as many agents as it may have. */
export class RegistryFullError extends FormworkError {
  readonly code = 'REGISTRY_FULL';
}

/** Thrown when too many cards are being read already. The caller can try again soon. */
export class RegistryBusyError extends FormworkError {
  readonly code = 'REGISTRY_BUSY';
}

const SHOWN_LENGTH = 80;

/**
 * Thrown when agents are asked for with a cursor that was made for another query, or is damaged.
 */
export class CursorInvalidError extends FormworkError {
  readonly code = 'CURSOR_INVALID';

  constructor(cursor: string) {
    const excerpt = JSON.stringify(cursor.slice(0, SHOWN_LENGTH));
    super(
      `Cannot find agents because cursor must come from the page before, with the same query: current value is ${excerpt}`,
    );
  }
}

/** Thrown when a remote agent that was called as a registry does not answer like one. */
export class RegistryAnswerError extends FormworkError {
  readonly code = 'REGISTRY_ANSWER';

  constructor() {
    super(
      'Cannot find agents because the registry must answer discover with an object that has a list of agents: current answer is something else',
    );
  }
}

/**
 * Thrown when the storage of a registry refuses to read or write. The registry works again once its
 * storage does.
 */
export class RegistryStorageError extends FormworkError {
  readonly code = 'REGISTRY_STORAGE';
  /** The error code of the storage itself, such as `SQLITE_FULL` or PostgreSQL's `53100`. */
  readonly storageCode: string;
  /**
   * True if the storage refuses until its operator corrects its address, its password or the rights of
   * its user.
   */
  readonly isLasting: boolean;

  constructor(
    storageCode: string,
    options?: ErrorOptions & { readonly message?: string; readonly isLasting?: boolean },
  ) {
    super(
      options?.message ??
        `Cannot use the storage of the registry because it must take reads and writes: current value is ${storageCode}`,
      options,
    );
    this.storageCode = storageCode;
    this.isLasting = options?.isLasting ?? false;
  }
}
