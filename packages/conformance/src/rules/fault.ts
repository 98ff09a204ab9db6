/** A fault in four parts, which make one sentence for the person who repairs the agent. */
export interface Fault {
  /** What was sent, such as `GetTask {"id":"..."}`. */
  readonly sent: string;
  readonly expected: string;
  readonly came: string;
  /** What to change in the agent. */
  readonly change: string;
}

/**
 * Puts a fault into one sentence and a piece of advice.
 *
 * @example
 * ```ts
 * import { describeFault } from '@formwork/conformance';
 *
 * describeFault({
 *   sent: 'GetTask {"id":"x"}',
 *   expected: 'TaskNotFoundError (-32001)',
 *   came: 'HTTP 200 with a result',
 *   change: 'Answer an id that no task has with TaskNotFoundError.',
 * });
 * ```
 */
export function describeFault({ sent, expected, came, change }: Fault): string {
  return `Sent ${sent}; expected ${expected}; came ${came}. ${change}`;
}
