/** An answer was longer than allowed. Never leaves the package. */
export class ResponseTooLarge extends Error {
  constructor(most: number) {
    super(`The answer has more than ${most} bytes.`);
  }
}
