import type { TaskEntry } from '@formwork/people/client';
import { LANGUAGES } from '@formwork/react/internal';
import { type ReactNode, useContext } from 'react';
import { Badge } from '../parts/badge.tsx';
import { formatTime } from '../parts/format-time.ts';
import { Icon, type IconName } from '../parts/work-icon.tsx';
import { toRunState, toTaskTitle } from '../people/from-task.ts';
import { type Route, go, useRoute } from '../permalink/route.ts';
import { toRunTitle } from '../runs/run-list.tsx';
import type { Texts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { toAgentUrl } from '../workspace/agent-url.ts';
import { listScreens } from '../workspace/list-screens.ts';
import { useServices } from '../workspace/services.ts';
import { showSheet } from '../workspace/sheets.ts';
import { type SettingsControl, useSettings } from '../workspace/use-settings.ts';
import { findSkill, type Workspace, WorkspaceContext } from '../workspace/workspace.ts';
import { type PaletteTexts, usePaletteTexts } from './palette-texts.ts';
import type { Command } from './rank-commands.ts';

/** A command with the icon that is drawn before its label. */
export interface DrawnCommand extends Command {
  readonly icon: ReactNode;
}

/** The numbers of skills and runs that are listed before anything is typed. */
const FIRST_SKILLS = 6;
const FIRST_RUNS = 4;

/** Lists everything that the search can find for what is typed, in the order of the page. */
export function useCommands(
  agents: AgentList,
  {
    typed,
    tasks,
  }: {
    readonly typed: string;
    readonly tasks: readonly TaskEntry[];
  },
): readonly DrawnCommand[] {
  const texts = useTexts();
  const paletteTexts = usePaletteTexts();
  const route = useRoute();
  const control = useSettings();
  const workspace = useContext(WorkspaceContext);
  const consoleUrl = useServices().consoleUrl();
  const address = agents.isMany && /[.:]/u.test(typed) ? toAgentUrl(typed) : undefined;
  return [
    ...(address === undefined
      ? []
      : [
          toCommand('agent', {
            id: 'open',
            group: 'agents',
            label: paletteTexts.open(address),
            note: typed,
            run: () => agents.open(address),
          }),
        ]),
    ...(workspace === undefined
      ? []
      : listOfAgent(workspace, { texts, paletteTexts, route, tasks })),
    toCommand('settings', {
      id: 'settings',
      group: 'settings',
      label: texts.settings,
      note: '',
      isFirst: true,
      run: () => showSheet('settings'),
    }),
    toCommand('check', {
      id: 'check',
      group: 'settings',
      label: paletteTexts.check,
      note: '',
      isFirst: true,
      run: () => go({ view: 'check' }),
    }),
    ...(consoleUrl === undefined
      ? []
      : [
          toCommand('work', {
            id: 'console',
            group: 'places',
            label: paletteTexts.console,
            note: paletteTexts.consoleNote,
            run: () => window.location.assign(consoleUrl),
          }),
        ]),
    ...listSettings(control, { paletteTexts, texts }),
    ...agents.list
      .filter(({ url }) => agents.isMany && url !== agents.current)
      .map(({ url, name = url, icon }) => ({
        id: `agent ${url}`,
        group: 'agents' as const,
        label: name,
        note: url,
        isFirst: true,
        icon: <Badge name={name} icon={icon} />,
        run: () => agents.open(url),
      })),
  ];
}

function toCommand(icon: IconName, command: Command): DrawnCommand {
  return { ...command, icon: <Icon name={icon} /> };
}

interface ListOptions {
  readonly texts: Texts;
  readonly paletteTexts: PaletteTexts;
  readonly route: Route;
  readonly tasks: readonly TaskEntry[];
}

function listOfAgent(
  workspace: Workspace,
  { texts, paletteTexts, route, tasks }: ListOptions,
): readonly DrawnCommand[] {
  const { description, routeAgent, runs } = workspace;
  const run = runs.find(({ id }) => id === route.run);
  const skill = findSkill(description, run?.skillId ?? route.skill);
  const icons = new Map(description.skills.map(({ id, icon }) => [id, icon]));
  const placeCommand = (icon: IconName, label: string, act: () => void): DrawnCommand =>
    toCommand(icon, {
      id: `place ${label}`,
      group: 'places',
      label,
      note: '',
      isFirst: true,
      run: act,
    });
  return [
    ...(skill === undefined
      ? []
      : [
          ...(run === undefined
            ? []
            : [
                placeCommand('plus', paletteTexts.newRun(skill.name), () =>
                  go({ ...routeAgent, skill: skill.id }),
                ),
              ]),
          ...(skill.inputs.length === 0
            ? []
            : [
                placeCommand('rows', paletteTexts.batch(skill.name), () =>
                  go({ ...routeAgent, skill: skill.id, view: 'batch' }),
                ),
              ]),
        ]),
    ...(run === undefined || runs.length < 2
      ? []
      : [
          placeCommand('scale', paletteTexts.compare, () =>
            go({ ...routeAgent, run: run.id, view: 'compare' }),
          ),
        ]),
    placeCommand('agent', paletteTexts.start, () => go(routeAgent)),
    ...listScreens(workspace).map(({ view, icon }) =>
      placeCommand(icon, texts.places[view], () => go({ ...routeAgent, view })),
    ),
    placeCommand('link', paletteTexts.link, () => {
      // Without a clipboard, the address bar has the link as well.
      navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
    }),
    ...description.skills.map(({ id, name, description: note, icon }, n) => ({
      id: `skill ${id}`,
      group: 'skills' as const,
      label: name,
      note,
      isFirst: n < FIRST_SKILLS,
      icon: <Badge name={name} icon={icon} />,
      run: () => go({ ...routeAgent, skill: id }),
    })),
    ...runs.map((entry, n) => ({
      id: `run ${entry.id}`,
      group: 'runs' as const,
      label: toRunTitle(entry, texts.language),
      note: `${entry.skillName} · ${texts.states[entry.state]} · ${formatTime(entry.startedAt, texts.language)}`,
      isFirst: n < FIRST_RUNS,
      icon: <Badge name={entry.skillName} icon={icons.get(entry.skillId)} />,
      run: () => go({ ...routeAgent, run: entry.id }),
    })),
    ...tasks
      .filter(({ id }) => !runs.some(({ taskId }) => taskId === id))
      .map((task) => {
        const name = findSkill(description, task.skill)?.name ?? description.name;
        const time = formatTime(Date.parse(task.changedAt), texts.language);
        return {
          id: `run ${task.id}`,
          group: 'runs' as const,
          label: toTaskTitle(task, description),
          note: `${name} · ${texts.states[toRunState(task)]} · ${time}`,
          isFound: true,
          icon: <Badge name={name} icon={icons.get(task.skill ?? '')} />,
          run: () => go({ ...routeAgent, run: task.id }),
        };
      }),
  ];
}

function listSettings(
  { settings, change }: SettingsControl,
  { paletteTexts, texts }: Pick<ListOptions, 'paletteTexts' | 'texts'>,
): readonly DrawnCommand[] {
  const names = new Intl.DisplayNames(texts.language, { type: 'language' });
  const schemes = ['light', 'dark', 'system'] as const;
  return [
    ...schemes
      .filter((scheme) => scheme !== settings.scheme)
      .map((scheme) =>
        toCommand('sun', {
          id: scheme,
          group: 'settings',
          label: paletteTexts[scheme],
          note: '',
          run: () => change({ scheme }),
        }),
      ),
    ...LANGUAGES.filter(([language]) => language !== settings.language).map(([language, name]) =>
      toCommand('answer', {
        id: language,
        group: 'settings',
        label: name,
        note: `${paletteTexts.language} · ${names.of(language) ?? language}`,
        run: () => change({ language }),
      }),
    ),
  ];
}
