import { createStateLabel } from '@formwork/react/internal';
import type { ReactNode } from 'react';
import type { TaskSummary } from '../../api/console-api.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Icon, type IconName } from './icon.tsx';

/** A state as the console shows it: that of the task, or what a runner does with it. */
export type ShownState = TaskSummary['state'] | 'queued' | 'running' | 'resting';

/** The states of tasks in the order of a task's life. */
export const TASK_STATES: readonly TaskSummary['state'][] = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'rejected',
  'canceled',
];

const ICONS: Readonly<Record<ShownState, IconName>> = {
  submitted: 'clock',
  queued: 'clock',
  working: 'play',
  running: 'play',
  resting: 'rest',
  'input-required': 'question',
  'auth-required': 'key',
  completed: 'check',
  failed: 'alert',
  canceled: 'stop',
  rejected: 'alert',
};

/** Returns what a task does now: a runner may have it, or it may rest after a failed attempt. */
export function toShownState({
  state,
  leasedUntil,
  restsUntil,
}: Pick<TaskSummary, 'state' | 'leasedUntil' | 'restsUntil'>): ShownState {
  if (state !== 'submitted' && state !== 'working') return state;
  if (restsUntil !== undefined) return 'resting';
  return leasedUntil === undefined ? 'queued' : 'running';
}

/** Draws how something ended, or the kind of its error: in words if the page has some for it. */
export function CodeLabel({ code }: { readonly code: string }): ReactNode {
  const words = useTexts().codes as Readonly<Record<string, string>>;
  return words[code] === undefined ? <code>{code}</code> : <span title={code}>{words[code]}</span>;
}

/** Draws a state as an icon and a word. */
export const StateLabel: (props: { readonly state: ShownState }) => ReactNode = createStateLabel({
  drawIcon: (state) => <Icon name={ICONS[state]} />,
  useWords: () => useTexts().states,
});
