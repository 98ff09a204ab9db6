import type { TaskEntry } from '@formwork/people/client';
import { type ReactNode, useContext } from 'react';
import { Badge } from '../parts/badge.tsx';
import { formatTime } from '../parts/format-time.ts';
import { Icon, type IconName } from '../parts/work-icon.tsx';
import { toRunState, toTaskTitle } from '../people/from-task.ts';
import type { Route } from '../permalink/route.ts';
import { toRunTitle } from '../runs/run-list.tsx';
import { toAgentUrl } from '../workspace/agent-url.ts';
import { listPlaces } from '../workspace/list-places.ts';
import { LANGUAGES } from '@formwork/react/internal';
import type { Texts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { AgentList } from '../workspace/agent-list.ts';
import { useServices } from '../workspace/services.ts';
import { showSheet } from '../workspace/sheets.ts';
import { type SettingsControl, useSettings } from '../workspace/use-settings.ts';
import { go, useRoute } from '../workspace/use-route.ts';
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

/** The text in the search, and the tasks that the agent has found for it. */
interface Typed {
  readonly typed: string;
  readonly tasks: readonly TaskEntry[];
}

/** Lists everything that the search can find for what is typed, in the order of the page. */
export function useCommands(agents: AgentList, { typed, tasks }: Typed): readonly DrawnCommand[] {
  const texts = useTexts();
  const own = usePaletteTexts();
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
            label: own.open(address),
            note: typed,
            run: () => agents.open(address),
          }),
        ]),
    ...(workspace === undefined ? [] : listOfAgent(workspace, { texts, own, route, tasks })),
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
      label: own.check,
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
            label: own.console,
            note: own.consoleNote,
            run: () => window.location.assign(consoleUrl),
          }),
        ]),
    ...listSettings(control, { own, texts }),
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
  readonly own: PaletteTexts;
  readonly route: Route;
  readonly tasks: readonly TaskEntry[];
}

function listOfAgent(
  workspace: Workspace,
  { texts, own, route, tasks }: ListOptions,
): readonly DrawnCommand[] {
  const { description, routeAgent, runs } = workspace;
  const run = runs.find(({ id }) => id === route.run);
  const skill = findSkill(description, run?.skillId ?? route.skill);
  const icons = new Map(description.skills.map(({ id, icon }) => [id, icon]));
  const place = (icon: IconName, label: string, act: () => void): DrawnCommand =>
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
                place('plus', own.newRun(skill.name), () => go({ ...routeAgent, skill: skill.id })),
              ]),
          ...(skill.inputs.length === 0
            ? []
            : [
                place('rows', own.batch(skill.name), () =>
                  go({ ...routeAgent, skill: skill.id, view: 'batch' }),
                ),
              ]),
        ]),
    ...(run === undefined || runs.length < 2
      ? []
      : [place('scale', own.compare, () => go({ ...routeAgent, run: run.id, view: 'compare' }))]),
    place('agent', own.start, () => go(routeAgent)),
    ...listPlaces(workspace).map(({ view, icon }) =>
      place(icon, texts.places[view], () => go({ ...routeAgent, view })),
    ),
    place('link', own.link, () => {
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
    ...runs.map((one, n) => ({
      id: `run ${one.id}`,
      group: 'runs' as const,
      label: toRunTitle(one, texts.language),
      note: `${one.skillName} · ${texts.states[one.state]} · ${formatTime(one.startedAt, texts.language)}`,
      isFirst: n < FIRST_RUNS,
      icon: <Badge name={one.skillName} icon={icons.get(one.skillId)} />,
      run: () => go({ ...routeAgent, run: one.id }),
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
  { own, texts }: Pick<ListOptions, 'own' | 'texts'>,
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
          label: own[scheme],
          note: '',
          run: () => change({ scheme }),
        }),
      ),
    ...LANGUAGES.filter(([language]) => language !== settings.language).map(([language, name]) =>
      toCommand('answer', {
        id: language,
        group: 'settings',
        label: name,
        note: `${own.language} · ${names.of(language) ?? language}`,
        run: () => change({ language }),
      }),
    ),
  ];
}
