import type { RemoteSkill, SkillTypes } from '@formwork/client';

/** A skill of which nothing is known before the agent is asked. */
export type AnyRemoteSkill = RemoteSkill<SkillTypes>;
