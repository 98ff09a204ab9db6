// Everything named here is public; nothing else is.
export { checkConformance } from './check-conformance.ts';
export type { ConformanceOptions } from './conformance-options.ts';
export { ConformanceError, type ConformanceErrorCode } from './errors.ts';
export { toJUnit } from './junit.ts';
export type {
  CheckedDoor,
  ConformanceCheck,
  ConformanceReport,
  ConformanceSummary,
  DoorName,
  SkillCalls,
} from './report.ts';
export { describeFault, type Fault } from './rules/fault.ts';
export { CONFORMANCE_RULES } from './rules/manifest.ts';
export type { Rule, RuleLevel, RuleTarget, RuleSource } from './rules/rule.ts';
