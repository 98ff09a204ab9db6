import type { Fault } from './rules/fault.ts';
import type { Rule } from './rules/rule.ts';

/** The name of a door that is checked: a binding and a version of A2A. */
export type DoorName = 'JSON-RPC 1.0' | 'JSON-RPC 0.3' | 'REST 1.0' | 'gRPC 1.0';

/** The outcome of one rule at one door, or for the card. */
export interface ConformanceCheck {
  readonly rule: Rule;
  /** The door that was used; absent for a rule about the card. */
  readonly door?: DoorName;
  /**
   * `fail`: a MUST is broken. `warning`: a SHOULD is broken. `not-applicable`: the rule could not be
   * tried, for the given reason.
   */
  readonly state: 'pass' | 'fail' | 'warning' | 'not-applicable';
  /** Why the rule could not be tried; only with `not-applicable`. */
  readonly reason?: string;
  /** The fault; only with `fail` and `warning`. */
  readonly fault?: Fault;
}

/** A door of the card, and whether it is checked. */
export interface CheckedDoor {
  readonly url: string;
  /** The binding as the card names it. */
  readonly binding: string;
  /** The version of A2A as the card names it. */
  readonly version: string;
  /** The name of the door in the checks; absent if the door is not checked. */
  readonly name?: DoorName;
  /** Why the door is not checked. */
  readonly reason?: string;
}

/** The messages that were sent to a skill. */
export interface SkillCalls {
  /** The id of the skill; empty for messages that belong to none, such as a plain text. */
  readonly skill: string;
  readonly messages: number;
}

/** The number of checks by their state. */
export interface ConformanceSummary {
  readonly pass: number;
  readonly fail: number;
  readonly warning: number;
  readonly notApplicable: number;
}

/** The outcome of {@link checkConformance}. */
export interface ConformanceReport {
  /** True if no MUST is broken. */
  readonly holds: boolean;
  /** The URL of the card that was checked. */
  readonly url: string;
  readonly agent: { readonly name: string; readonly version: string };
  readonly doors: readonly CheckedDoor[];
  /** The skills that were called, with the number of messages. */
  readonly calls: readonly SkillCalls[];
  /** The skills and schemas that were not used, each with the reason. */
  readonly leftOut: readonly string[];
  readonly checks: readonly ConformanceCheck[];
  readonly summary: ConformanceSummary;
  /** The time that all checks took together, in milliseconds. */
  readonly durationMs: number;
}

/** Counts checks by their state. */
export function summarize(checks: readonly ConformanceCheck[]): ConformanceSummary {
  const count = (state: ConformanceCheck['state']): number =>
    checks.filter((check) => check.state === state).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    warning: count('warning'),
    notApplicable: count('not-applicable'),
  };
}
