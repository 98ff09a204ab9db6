import { lazyPart } from '@formwork/react/internal';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Sheet } from '../parts/sheet.tsx';
import { Icon } from '../parts/work-icon.tsx';
import type { TaskMatches } from '../people/people-search.tsx';
import type { AgentList } from '../workspace/agent-list.ts';
import { showSheet } from '../workspace/sheets.ts';
import { WorkspaceContext } from '../workspace/workspace.ts';
import { usePaletteTexts } from './palette-texts.ts';
import { rankCommands } from './rank-commands.ts';
import { type DrawnCommand, useCommands } from './use-commands.tsx';

const PeopleSearch = lazyPart(
  async () => (await import('../people/people-search.tsx')).PeopleSearch,
);

/**
 * Draws the search of the page: a field, and the list of what it finds. The focus stays in the
 * field; arrow keys choose, and Enter acts.
 */
export function Palette({ agents }: { readonly agents: AgentList }): ReactNode {
  const paletteTexts = usePaletteTexts();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [matches, setMatches] = useState<TaskMatches>();
  const hasDoor = useContext(WorkspaceContext)?.description.peopleUrl !== undefined;
  const tasks = matches?.typed === typed ? matches.tasks : [];
  const groups = rankCommands(useCommands(agents, { typed, tasks }), typed);
  const commands = groups.flatMap((group) => group.commands);
  const chosen = commands[active];
  const toId = (command: DrawnCommand): string => `${id}-${commands.indexOf(command)}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, typed]);

  function act(command: DrawnCommand | undefined): void {
    if (command === undefined) return;
    // The sheet closes first, so that a command can open another one or move the focus.
    showSheet(undefined);
    setTimeout(command.run);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setActive((active + step + commands.length) % Math.max(commands.length, 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) act(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <Sheet kind="search" label={paletteTexts.label} onClose={() => showSheet(undefined)}>
      {hasDoor && (
        <Suspense>
          <PeopleSearch typed={typed} onFound={setMatches} />
        </Suspense>
      )}
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          // The field is the only thing to use in a dialog that a person has just opened.
          autoFocus
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          placeholder={paletteTexts.hint}
          aria-label={paletteTexts.label}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : toId(chosen)}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div
        className="palette-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={paletteTexts.label}
        ref={list}
      >
        {groups.map(({ group, commands: listed }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div className="palette-group" id={`${id}-${group}`} role="presentation">
              {paletteTexts.groups[group]}
            </div>
            {listed.map((command) => (
              <PaletteOption
                key={command.id}
                id={toId(command)}
                command={command}
                isChosen={command === chosen}
                onPoint={() => setActive(commands.indexOf(command))}
                onAct={() => act(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-foot">
        <span role="status">
          {commands.length === 0 ? paletteTexts.nothing : paletteTexts.found(commands.length)}
        </span>
        <span className="wide-only">{paletteTexts.keys}</span>
      </p>
    </Sheet>
  );
}

/** Draws a command. The keys of the field choose and act, so options have none of their own. */
function PaletteOption({
  id,
  command,
  isChosen,
  onPoint,
  onAct,
}: {
  readonly id: string;
  readonly command: DrawnCommand;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onAct: () => void;
}): ReactNode {
  return (
    <div
      id={id}
      className="palette-option"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onAct}
    >
      {command.icon}
      <span className="two-lines">
        <span className="name" dir="auto">
          {command.label}
        </span>
        {command.note !== '' && (
          <span className="line" dir="auto">
            {command.note}
          </span>
        )}
      </span>
    </div>
  );
}
