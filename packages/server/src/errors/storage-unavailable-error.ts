import { A2AError, type ErrorDetail } from '@a2a-js/sdk/errors';

/** Options of {@link StorageUnavailableError}. */
interface StorageUnavailableErrorOptions extends ErrorOptions {
  /** See `EngineStorageError`. */
  readonly mayBeStored: boolean;
}

/**
 * The engine cannot use its storage for now: a full disk, most of the time. Nothing was written,
 * unless the engine says that it does not know. Callers are told that much, and under which id the log says more.
 */
export class StorageUnavailableError extends A2AError {
  override readonly reason = 'UNAVAILABLE';

  /** Tells the caller the id of the log entry. */
  readonly details: readonly ErrorDetail[];

  constructor(errorId: string, { mayBeStored, ...options }: StorageUnavailableErrorOptions) {
    super({
      ...options,
      message: `Cannot serve the request as the storage of tasks must be in order: current value is out of order. ${mayBeStored ? 'Whether it was stored is not known; look later, before you send it again.' : 'Nothing was stored; send it again later.'}`,
    });
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}
