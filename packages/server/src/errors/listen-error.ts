import { FormworkError } from '@formwork/core';

/** The server could not be bound to its address. */
export class ListenError extends FormworkError {
  readonly code = 'LISTEN_FAILED';

  constructor(host: string, port: number, cause: Error & { readonly code?: string }) {
    const value = cause.code === 'EADDRINUSE' ? 'in use by another program' : cause.message;
    super(
      `Cannot listen on ${host}:${port} as the address must be free and ours: current value is ${value}`,
      {
        cause,
      },
    );
  }
}
