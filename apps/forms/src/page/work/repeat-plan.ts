import type { AgentDescription, DescribedSkill } from '@formwork/client';
import type { Json } from '@formwork/schema';
import type { Run } from '../history/run.ts';
import { hasSecrets } from '../storage/without-secrets.ts';
import { findSkill, type UsableSchema } from '../workspace/workspace.ts';
import { findInput, findSameInput } from './run-input.ts';

/** A way in which the page sends a run again. */
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
  /** The person checks it first, because something was not kept or may no longer fit. */
  | { readonly kind: 'edit' };

/**
 * Plans how a run is sent again. `isUnsent` is true for one that the agent may not have got, whose
 * id is kept then. That of a run that was canceled before the agent acknowledged it is always kept.
 */
export function planRepeat(run: Run, description: AgentDescription, isUnsent: boolean): RepeatPlan {
  const { input } = run;
  const keepsOwn = isUnsent || isGivenUpRun(run);
  // Files are not kept, so the person has to pick them again.
  const hadFiles = input.files !== undefined;
  if (input.kind === 'text') {
    if (hadFiles) return { kind: 'edit' };
    return keepsOwn ? { kind: 'resend' } : { kind: 'write', text: input.text };
  }
  const skill = findSkill(description, run.skillId);
  const schema = findInput(description, run);
  const isSame = findSameInput(description, run) !== undefined;
  // Secrets are not kept either.
  if (skill === undefined || schema === undefined || !isSame || hadFiles) return { kind: 'edit' };
  if (hasSecrets(schema.schema)) return { kind: 'edit' };
  return keepsOwn ? { kind: 'resend' } : { kind: 'send', skill, schema, data: input.data };
}

/**
 * True if an unsent run can be sent under its own id. Any other one is sent as another run, so an
 * agent that has the first does it twice.
 */
export function keepsId(run: Run, description: AgentDescription): boolean {
  return planRepeat(run, description, true).kind === 'resend';
}

function isGivenUpRun({ taskId, outcome }: Run): boolean {
  return taskId === '' && outcome?.kind === 'ended' && outcome.state === 'canceled';
}
