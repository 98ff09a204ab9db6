import { FormworkError } from '@formwork/core';

/**
 * Thrown when an engine is opened over a storage that a newer program has changed: it must not
 * be written by one that does not know how. Nothing was changed.
 */
export class EngineSchemaUnknownError extends FormworkError {
  readonly code = 'ENGINE_SCHEMA_UNKNOWN';
  /** The changes that this program does not know. */
  readonly migrations: readonly string[];

  constructor(storage: string, migrations: readonly string[], options?: ErrorOptions) {
    super(
      `Cannot open ${storage} as this program must know all migrations made to it: current value is ${migrations.join(', ')}`,
      options,
    );
    this.migrations = migrations;
  }
}
