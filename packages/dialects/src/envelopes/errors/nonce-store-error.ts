import { FormworkError } from '@formwork/core';

/** A file of nonces cannot be opened, read or written. Until it can, no tag can be believed. */
export class NonceStoreError extends FormworkError {
  readonly code = 'NONCE_STORE_UNAVAILABLE';

  constructor(file: string, options: { readonly cause: Error & { readonly code?: unknown } }) {
    super(
      `Cannot remember nonces as the file must be an SQLite database of its own, which can be read and written: current value is ${file} (${String(options.cause.code)})`,
      options,
    );
  }
}
