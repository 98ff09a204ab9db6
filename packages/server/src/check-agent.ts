import { describeMistaken, isAgent } from '@formwork/core/internal';

/**
 * Checks what a program passes on as an agent, such as the export of a module.
 *
 * @throws TypeError if it was not made by `defineAgent`
 */
export function checkAgent(value: unknown, purpose: string): void {
  if (isAgent(value)) return;
  const current = describeMistaken(value, 'defineAgent({ name, version, skills: [skill] })');
  throw new TypeError(
    `Cannot ${purpose} because the agent must be made by defineAgent: current value is ${current}`,
  );
}
