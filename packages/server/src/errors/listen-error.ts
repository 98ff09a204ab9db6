import { FormworkError } from '@formwork/core';

/** What a server was to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Options of {@link ListenError}. */
export interface ListenErrorOptions extends ErrorOptions {
  /** What must be, such as `the address must be free and ours`. */
  readonly rule: string;
  /** What is. */
  readonly value: string;
}

/** The server could not be bound to its address. */
export class ListenError extends FormworkError {
  readonly code = 'LISTEN_FAILED';

  constructor({ host, port }: ListenAddress, { rule, value, ...options }: ListenErrorOptions) {
    super(`Cannot listen on ${host}:${port} as ${rule}: current value is ${value}`, options);
  }
}
