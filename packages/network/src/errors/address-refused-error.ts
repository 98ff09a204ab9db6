import { FormworkError } from '@formwork/core';

/** An address is none that may be connected to. Not for callers: it tells what stands where. */
export class AddressRefusedError extends FormworkError {
  readonly code = 'ADDRESS_REFUSED';
  readonly address: string;

  constructor(address: string) {
    super(`Cannot connect as the address must be one that is allowed: current value is ${address}`);
    this.address = address;
  }
}
