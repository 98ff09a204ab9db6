import type { DescribedSkill } from '@formwork/client';
import type { Json, JsonSchema } from '@formwork/schema';
import {
  type ComponentProps,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react';
import {
  type EntryState,
  isOver,
  isUnderWay,
  type ResultEvent,
  type ThreadEntry,
  type ThreadMessage,
  type ThreadTurn,
} from '../agent/thread-entry.ts';
import { lazyPart } from '../loading/code-loader.ts';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import { toSafeLink } from '../text/to-safe-link.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { AnswererLine } from './answerer-line.tsx';
import { listBesideResult } from './list-beside-result.ts';
import { OtherTaskPeople } from './other-task-people.tsx';
import { OutcomeFocus } from './outcome-focus.tsx';
import { SentSummary, SummaryList } from './sent-summary.tsx';
import { summarizeData } from './summarize-data.ts';
import { TaskArtifacts } from './task-artifacts.tsx';
import { TaskEnd } from './task-end.tsx';
import { TaskQuestion } from './task-question.tsx';
import type { TaskResult as TaskResultView } from './task-result.tsx';
import { TaskStatus } from './task-status.tsx';

/** Loads the code that draws results, before it is needed. */
export async function loadTaskResult(): Promise<typeof TaskResultView> {
  return (await import('./task-result.tsx')).TaskResult;
}

/**
 * The component for a task's result; its code is loaded when it is needed. It draws again only when
 * its properties change.
 */
const TaskResult = lazyPart(async () => memo(await loadTaskResult()));

/** Properties of {@link TaskView}. */
export interface TaskViewProps {
  readonly entry: ThreadEntry;
  /**
   * The skill of the task, as its agent describes it; the titles of its schemas become labels.
   * Default: names of properties are shown in words.
   */
  readonly skill?: DescribedSkill;
  /** Called with the person's answer to the question of the task. */
  readonly onAnswer: (answer: Json) => void;
  /** The answer that the person began to enter earlier, with which a question begins. Default: none. */
  readonly begunAnswer?: Json | undefined;
  /**
   * Called after every change with the answer as it is entered, complete or not, such as to keep it.
   * Default: it is lost with the view.
   */
  readonly onAnswerChange?: (entered: Json | undefined) => void;
  /** Called when the person says that they have given or refused the consent on the other site. */
  readonly onProceed: () => void;
  /** Called to cancel the task. Default: there is no button for it. */
  readonly onCancel?: () => void;
  /** Called to try again after a failure. Default: there is no button for it. */
  readonly onRetry?: () => void;
  /**
   * Called when the person does not want to wait for the next attempt to reach the agent: `tryNow`
   * of `useAgent`. Default: there is no button for it.
   */
  readonly onTryNow?: () => void;
  /**
   * Draws the way to sign in when the agent asks who the caller is; a call of `again` repeats the
   * refused request. Default: there is only a button to try again.
   */
  readonly renderSignIn?: (again: () => void) => ReactNode;
  /** Draws a result. Default: a `ResultView` with the output schema of the skill. */
  readonly renderResult?: (result: ResultEvent) => ReactNode;
  /** Elements to draw below the result, such as a button to run the skill again. Default: none. */
  readonly actions?: ReactNode;
  /**
   * True for people who know neither schemas nor JSON, such as visitors of a web site: the result is
   * drawn without both. Default false.
   */
  readonly plain?: boolean;
  /** The heading of the task; `''` for none. Default: the name of the skill. */
  readonly title?: string;
  /** The level of the heading, such as 3 for an `h3`. Default 3. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | 5;
  /** The texts around the task, in one language. Default `ENGLISH`. */
  readonly messages?: Messages;
  /**
   * The colours of the task: `light`, `dark`, or those of the operating system. Default `system`.
   */
  readonly colorScheme?: 'light' | 'dark' | 'system';
}

/**
 * Draws one task of a thread with the message that began it, its progress, its questions and its
 * result. Everything that the agent says is shown as text. A question takes the focus unless the
 * person types elsewhere; so does the outcome, unless the focus is on another element in use.
 *
 * Needs the style sheet `@formwork/react/theme.css`. Entries come from `useAgent`.
 *
 * @example
 * ```ts
 * import { TaskView, type ThreadEntry } from '@formwork/react';
 * import { createElement } from 'react';
 *
 * declare const entry: ThreadEntry;
 * const view = createElement(TaskView, { entry, onAnswer: console.log, onProceed() {} });
 * ```
 */
export function TaskView(props: TaskViewProps): ReactNode {
  const { entry, skill, onAnswer, onProceed, onCancel, onRetry, renderResult, actions } = props;
  const { onTryNow } = props;
  const { messages = ENGLISH, colorScheme = 'system', headingLevel = 3, renderSignIn } = props;
  const { plain = false } = props;
  const title = toVisibleText(props.title ?? skill?.name ?? '');
  const headingId = useId();
  // The code for results is loaded early, because the network may be gone when the result arrives.
  useEffect(() => {
    loadTaskResult().catch(() => undefined);
  }, []);
  const { state, sent: message, turns, artifacts } = entry;
  const assignment = state.kind === 'asking' ? state.question.assignment : undefined;
  const input = findSchema(skill?.inputs, message.kind === 'input' ? message.schema : '');
  // A task that had ended before it was drawn does not take the focus.
  const [isWatched, setWatched] = useState(false);
  if (!isWatched && !isOver(entry)) setWatched(true);
  const awaited =
    isUnderWay(entry) && artifacts.length === 0 ? toAwaited(message, skill) : undefined;
  return (
    <article
      className="fw-task"
      lang={messages.language}
      dir={messages.direction}
      data-fw-scheme={colorScheme}
      {...(title === '' ? { 'aria-label': messages.task.sent } : { 'aria-labelledby': headingId })}
    >
      {title !== '' &&
        createElement(`h${headingLevel}`, { id: headingId, className: 'fw-title' }, title)}
      <div className="fw-task-input">
        <SentSummary message={message} schema={input} messages={messages} />
      </div>
      {turns.map((turn) => (
        <TaskTurn key={turn.answeredAt} turn={turn} messages={messages} />
      ))}
      <TaskStatus entry={entry} {...{ messages, onCancel, onTryNow }} />
      {state.kind !== 'done' && <TaskArtifacts artifacts={artifacts} messages={messages} />}
      {awaited !== undefined && (
        <Suspense fallback={null}>
          <TaskResult schema={awaited} {...{ headingLevel, messages, colorScheme, plain }} />
        </Suspense>
      )}
      {assignment !== undefined && state.kind === 'asking' && (
        <OtherTaskPeople
          question={state.question}
          assignment={assignment}
          messages={messages}
          headingLevel={headingLevel + 1}
        />
      )}
      {assignment === undefined && state.kind === 'asking' && (
        <TaskQuestion
          key={`${turns.length} ${state.refusal?.failure.message ?? ''}`}
          state={state}
          messages={messages}
          colorScheme={colorScheme}
          headingLevel={headingLevel + 1}
          begun={props.begunAnswer}
          onAnswer={onAnswer}
          onChange={props.onAnswerChange}
          renderSignIn={renderSignIn}
        />
      )}
      {state.kind === 'authorizing' && (
        <TaskConsent state={state} messages={messages} onProceed={onProceed} />
      )}
      {state.kind === 'done' && (
        <TaskOutcome
          {...{ headingLevel, messages, colorScheme, plain, renderResult }}
          result={state.result}
          schema={findSchema(skill?.outputs, state.result.schema)}
        >
          <OutcomeFocus isWatched={isWatched} restedAt={entry.restedAt} />
        </TaskOutcome>
      )}
      {state.kind === 'done' && (
        <TaskArtifacts
          artifacts={listBesideResult(artifacts, state.result)}
          label={messages.task.beside}
          messages={messages}
        />
      )}
      <TaskEnd
        entry={entry}
        schema={input}
        messages={messages}
        onRetry={onRetry}
        renderSignIn={renderSignIn}
      />
      {(state.kind === 'ended' || state.kind === 'failed') && (
        <OutcomeFocus isWatched={isWatched} restedAt={entry.restedAt} />
      )}
      {actions !== undefined && <div className="fw-task-actions">{actions}</div>}
    </article>
  );
}

/** Draws the result of a task. */
function TaskOutcome({
  renderResult,
  children,
  ...props
}: ComponentProps<typeof TaskResultView> & {
  readonly result: ResultEvent;
  readonly renderResult: TaskViewProps['renderResult'];
  /** The element that takes the focus, drawn once the result is. */
  readonly children: ReactNode;
}): ReactNode {
  if (renderResult !== undefined) {
    return (
      <>
        {renderResult(props.result)}
        {children}
      </>
    );
  }
  return (
    <Suspense fallback={null}>
      <TaskResult {...props} />
      {children}
    </Suspense>
  );
}

/**
 * Returns the output schema of a skill if it has exactly one, so that the outline of its result can
 * be drawn; else `undefined`.
 */
function toAwaited(
  { kind }: ThreadMessage,
  skill: DescribedSkill | undefined,
): JsonSchema | undefined {
  const [only, ...otherOutputs] = skill?.outputs ?? [];
  return kind === 'input' && only?.kind === 'usable' && otherOutputs.length === 0
    ? only.schema
    : undefined;
}

function findSchema(
  schemas: DescribedSkill['inputs'] | undefined,
  name: string,
): JsonSchema | undefined {
  const match = schemas?.find((schema) => schema.name === name);
  return match?.kind === 'usable' ? match.schema : undefined;
}

/** Draws a question that was answered, with the answer if the person gave it here. */
function TaskTurn({
  turn,
  messages,
}: {
  readonly turn: ThreadTurn;
  readonly messages: Messages;
}): ReactNode {
  const { question, answer, isElsewhere = false, answeredBy } = turn;
  return (
    <div className="fw-task-turn">
      <p className="fw-note">{toVisibleText(question.prompt)}</p>
      {isElsewhere ? (
        <AnswererLine answeredBy={answeredBy} messages={messages} />
      ) : (
        <SummaryList
          lines={summarizeData(answer, question.form?.schema, messages).map((line) =>
            line.label === '' ? { ...line, label: messages.task.yourAnswer } : line,
          )}
          messages={messages}
        />
      )}
    </div>
  );
}

/**
 * Draws the consent that a task waits for: a link to the site where the person gives it, and a
 * button to say that it is done.
 */
function TaskConsent({
  state,
  messages,
  onProceed,
}: {
  readonly state: Extract<EntryState, { readonly kind: 'authorizing' }>;
  readonly messages: Messages;
  readonly onProceed: () => void;
}): ReactNode {
  const { task, result } = messages;
  const link = state.url === undefined ? undefined : toSafeLink(state.url);
  // The address is removed from the text, because the link shows its host.
  const agentText = state.url === undefined ? state.text : state.text.replace(state.url, '');
  return (
    <div className="fw-task-question">
      {agentText.trim() !== '' && <p className="fw-task-said">{toVisibleText(agentText.trim())}</p>}
      {link === undefined ? (
        <p className="fw-help">{task.noLink}</p>
      ) : (
        <>
          <p className="fw-task-link">
            <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
              {task.open(link.host)}
              <span className="fw-hidden"> ({result.newTab})</span>
            </a>
          </p>
          <p className="fw-task-address">
            <bdi dir="ltr">{link.href}</bdi>
          </p>
          <p className="fw-help">{task.consentHelp}</p>
        </>
      )}
      <button type="button" className="fw-button fw-primary" onClick={onProceed}>
        {task.proceed}
      </button>
    </div>
  );
}
