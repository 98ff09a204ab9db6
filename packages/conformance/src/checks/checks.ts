import { BINDING_CHECKS, LATE_CHECKS } from './binding-checks.ts';
import { CARD_CHECKS, type CardCheck } from './card-checks.ts';
import type { DoorCheck } from './expectations.ts';
import { EXTENSION_CARD_CHECKS } from './extension-card-checks.ts';
import { FORM_CHECKS } from './form-checks.ts';
import { MESSAGE_CHECKS } from './message-checks.ts';
import { SCHEMA_CHECKS } from './schema-checks.ts';
import { STREAM_CHECKS } from './stream-checks.ts';
import { TASK_CHECKS } from './task-checks.ts';

/** The check of each rule about cards. */
export const ALL_CARD_CHECKS: Readonly<Record<string, CardCheck>> = {
  ...CARD_CHECKS,
  ...EXTENSION_CARD_CHECKS,
};

/** The check of each rule about doors. */
export const ALL_DOOR_CHECKS: Readonly<Record<string, DoorCheck>> = {
  ...MESSAGE_CHECKS,
  ...TASK_CHECKS,
  ...STREAM_CHECKS,
  ...BINDING_CHECKS,
  ...SCHEMA_CHECKS,
  ...FORM_CHECKS,
  ...LATE_CHECKS,
};

/** The rules about everything that came over a door: they are checked last. */
export const LATE_IDS: ReadonlySet<string> = new Set(Object.keys(LATE_CHECKS));
