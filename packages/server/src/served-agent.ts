import {
  type Agent,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
} from '@formwork/core';
import { describeMistaken, isAgent } from '@formwork/core/internal';
import type { AgentRouterOptions } from './agent-router-options.ts';

const EXTENSION_URIS = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

/** Lists the URIs of the A2A extensions that the card of an agent declares. */
export function listExtensionUris({ schemas }: Agent): readonly string[] {
  return schemas.size === 0 ? [] : EXTENSION_URIS;
}

/** Returns true for an agent with skills that only permitted callers may see. */
export function hasHiddenSkills({ skills }: Agent): boolean {
  return skills.some(({ visibility }) => visibility === 'permitted');
}

/** Checks that callers can get the scopes of skills. @throws TypeError for an unreachable skill */
export function checkReachable({ skills }: Agent, { authenticate }: AgentRouterOptions): void {
  const guarded = authenticate === undefined && skills.find(({ scopes }) => scopes !== undefined);
  if (!guarded) return;
  throw new TypeError(
    `Cannot serve the agent because the skill ${JSON.stringify(guarded.id)} asks for scopes and no caller can say who it is: authenticate must be a function`,
  );
}

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
