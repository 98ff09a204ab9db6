import { BINDING_RULES } from './binding-rules.ts';
import { CARD_RULES } from './card-rules.ts';
import { FOLLOW_UP_FORMS_RULES, OBJECT_SCHEMAS_RULES } from './extension-rules.ts';
import { OPERATION_RULES } from './operation-rules.ts';
import type { Rule, RuleEntry, RuleSource } from './rule.ts';

/**
 * All rules that `checkConformance` checks, in the order in which reports list them. A test compares
 * them with the list in the documentation.
 */
export const CONFORMANCE_RULES: readonly Rule[] = [
  ...toRules(CARD_RULES, 'A2A'),
  ...toRules(OPERATION_RULES, 'A2A'),
  ...toRules(BINDING_RULES, 'A2A'),
  ...toRules(OBJECT_SCHEMAS_RULES, 'object-schemas'),
  ...toRules(FOLLOW_UP_FORMS_RULES, 'follow-up-forms'),
];

function toRules(
  entries: Readonly<Record<string, RuleEntry>>,
  source: RuleSource,
): readonly Rule[] {
  return Object.entries(entries).map(([id, entry]) => ({ id, source, ...entry }));
}
