import type { ReactNode } from 'react';
import type { RunState } from '../history/run.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Icon, type IconName } from './work-icon.tsx';

const ICONS: Readonly<Record<RunState, IconName>> = {
  unsent: 'clock',
  open: 'work',
  asking: 'question',
  others: 'clock',
  done: 'check',
  failed: 'alert',
  canceled: 'stop',
  rejected: 'alert',
  broken: 'alert',
};

/** Draws the state of a run as an icon and a word. */
export function RunStateLabel({ state }: { readonly state: RunState }): ReactNode {
  const texts = useTexts();
  return (
    <span className="state" data-state={state}>
      <Icon name={ICONS[state]} />
      {texts.states[state]}
    </span>
  );
}
