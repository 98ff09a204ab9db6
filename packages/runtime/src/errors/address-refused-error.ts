import { FormworkError } from '@formwork/core';

/** An address that a stranger chose is not one of the public internet. Not for callers: it tells what stands where. */
export class AddressRefusedError extends FormworkError {
  readonly code = 'ADDRESS_REFUSED';

  constructor(address: string) {
    super(
      `Cannot connect to the receiver as its address must be public: current value is ${address}`,
    );
  }
}
