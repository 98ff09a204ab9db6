import type { AgentDescription, DescribedSkill } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { findInput, findSameInput } from './run-input.ts';
import type { Run } from '../history/run.ts';
import { hasSecrets } from '../storage/without-secrets.ts';
import { findSkill, type UsableSchema } from '../workspace/workspace.ts';

/** What the page does when the person wants to send a run again. */
export type RepeatPlan =
  /** The same message is sent under the same id, so that an agent that has it does nothing. */
  | { readonly kind: 'resend' }
  | { readonly kind: 'write'; readonly text: string }
  | {
      readonly kind: 'send';
      readonly skill: DescribedSkill;
      readonly schema: UsableSchema;
      readonly data: Json;
    }
  /** The person checks the form, because something was not kept or may no longer fit. */
  | { readonly kind: 'edit' }
  /** The person begins anew: files are not kept, and a text has no form to fill. */
  | { readonly kind: 'begin' };

/**
 * Plans how a run is sent again. `isUnsent` is true for one that the agent may not have got, whose
 * id is kept then.
 */
export function planRepeat(run: Run, description: AgentDescription, isUnsent: boolean): RepeatPlan {
  const { input } = run;
  // Files are not kept, so the person has to pick them again.
  const hadFiles = input.files !== undefined;
  if (input.kind === 'text') {
    if (hadFiles) return { kind: 'begin' };
    return isUnsent ? { kind: 'resend' } : { kind: 'write', text: input.text };
  }
  const skill = findSkill(description, run.skillId);
  const schema = findInput(description, run);
  const isSame = findSameInput(description, run) !== undefined;
  // Secrets are not kept either.
  if (skill === undefined || schema === undefined || !isSame || hadFiles) return { kind: 'edit' };
  if (hasSecrets(schema.schema)) return { kind: 'edit' };
  return isUnsent ? { kind: 'resend' } : { kind: 'send', skill, schema, data: input.data };
}

/**
 * True if an unsent run can be sent under its own id. Any other one is sent as another run, so an
 * agent that has the first does it twice.
 */
export function keepsId(run: Run, description: AgentDescription): boolean {
  return planRepeat(run, description, true).kind === 'resend';
}
