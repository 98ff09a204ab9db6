import { createStateLabel } from '@formwork/react/internal';
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
export const RunStateLabel: (props: { readonly state: RunState }) => ReactNode = createStateLabel({
  drawIcon: (state) => <Icon name={ICONS[state]} />,
  useWords: () => useTexts().states,
});
