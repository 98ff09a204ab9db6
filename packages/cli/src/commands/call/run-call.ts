import {
  AbortedError,
  type CallEvent,
  type CallOptions,
  connect,
  InvalidInputError,
  InvalidOutputError,
  type Question,
  type RemoteAgent,
  RequestError,
  type ResultEvent,
} from '@formwork/client';
import { describeAnswerer } from '@formwork/core/internal';
import { access, constants } from 'node:fs/promises';
import { CliError, InterruptedError, ReportedError, UsageError } from '../../errors/errors.ts';
import { toReport } from '../../errors/to-report.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { toReason } from '../../input/read-json-source.ts';
import { toConnectOptions } from '../../remote/connect-options.ts';
import { makeFolder } from '../../save/folders.ts';
import type { SaveFilesOptions } from '../../save/save-files.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt, type Interrupt } from '../../terminal/interrupt.ts';
import { createProgressLine, type ProgressLine } from '../../terminal/progress-line.ts';
import { toSafeJson, toSafeLine, toSafeText } from '../../terminal/safe-text.ts';
import { type CallFlags, type CallRequest, NoAnswerError, toGoOnCommand } from './call-request.ts';
import { type CallTarget, findCallTarget } from './call-target.ts';
import { collectInput } from './collect-input.ts';
import { createAnswers } from './create-answers.ts';
import { describeOtherSkills, toWaitLine } from './describe-other-skills.ts';
import { checkFiles, readFiles } from './read-files.ts';

/** The longest time for an agent to come back to its task, as after a restart, in milliseconds. */
const RESTART_MS = 300_000;

/** Calls a skill, and prints its progress and its result. */
export async function runCall(callRequest: CallRequest, console: Console): Promise<void> {
  const { url, flags } = callRequest;
  const canAsk = console.canAsk && flags.ask && flags.json !== '-';
  if (flags.save !== undefined) await prepareFolder(flags.save);
  const files = await readFiles(flags);
  const agent = await connectTo(url, flags);
  for (const warning of agent.warnings) console.err(toSafeLine(`Warning: ${warning}`));
  const skill = findCallTarget(agent, callRequest);
  const { request } = skill;
  const { words } = request;
  if (flags.check) checkFiles(files, skill);
  const input =
    flags.task === undefined ? await collectInput(skill, { flags, words, canAsk }) : undefined;
  const progress = await createProgressLine({ verbose: flags.verbose === true });
  const interrupt = createInterrupt();
  const call = { taskId: flags.task };
  const answers = createAnswers({
    console,
    progress,
    interrupt,
    prepared: flags.answer ?? [],
    // For an existing task, the files are sent with the answer.
    files: flags.task === undefined ? [] : files,
    canAsk,
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout * 1000 }),
    onAsked: (id) => (call.taskId = id),
  });
  const options: CallOptions = {
    ...answers.handlers,
    signal: interrupt.signal,
    onAbort: 'cancel',
    waitForOthers: false,
    waitForMs: RESTART_MS,
    onUnreachable: () => {
      progress.clear();
      const command =
        call.taskId === undefined ? '' : ` Look again with: ${toGoOnCommand(call.taskId, request)}`;
      console.err(
        toSafeLine(
          `The agent cannot be reached: waiting for it up to ${RESTART_MS / 60_000} minutes.${command}`,
        ),
      );
    },
    ...(flags.task === undefined && files.length > 0 && { files }),
    validateInput: flags.check,
    validateOutput: flags.check,
    ...(flags.timeout !== undefined && { deadlineMs: Math.ceil(flags.timeout * 1000) }),
  };
  const began = Date.now();
  try {
    const events =
      flags.task === undefined
        ? skill.stream(input, options)
        : skill.task(flags.task).stream(options);
    const onTask = (begun: string): void => void (call.taskId = begun);
    const onAnswered = (line: string): void => console.err(line);
    const handling = { request, onTask, onAnswered };
    const result = await follow(events, progress, handling).catch((error: unknown) => {
      const question = error instanceof NoAnswerError ? error.question : undefined;
      if (question?.assignment === undefined || !canAsk) throw error;
      progress.clear();
      console.err(`\n${toSafeText(describeOtherSkills(question))}`);
      console.err(
        `Ctrl-C leaves the task. Look again with: ${toGoOnCommand(question.taskId, request)}`,
      );
      const waiting = skill
        .task(question.taskId)
        .stream({ ...options, ...toLasting(options, began) });
      return follow(waiting, progress, { ...handling, isPatient: true });
    });
    const format = toFormat(flags, console);
    const print = (): Promise<void> => printResult(result, { console, skill, format });
    // A reader that closes the pipe ends the command, so files are saved before anything is printed.
    const { save: folder } = flags;
    if (folder === undefined) {
      await print();
      await listFiles(result, request, console);
    } else {
      await saveAll(result, request, { folder, console }).finally(print);
    }
    answers.tellUnused(flags.task !== undefined);
  } catch (error) {
    throw toCallError(error, { request, interrupt, taskId: call.taskId });
  } finally {
    progress.clear();
    interrupt.dispose();
  }
}

async function connectTo(url: string, flags: CallFlags): Promise<RemoteAgent> {
  const interrupt = createInterrupt();
  try {
    return await connect(url, toConnectOptions(url, flags, interrupt.signal));
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    throw new CliError('Interrupted: nothing was begun.', { exitCode: interrupt.exitCode() });
  } finally {
    interrupt.dispose();
  }
}

/** Chooses the format of the result: a table for a terminal, JSON for programs. */
function toFormat({ output }: CallFlags, { isTerminal }: Console): 'table' | 'json' {
  return output ?? (isTerminal ? 'table' : 'json');
}

/**
 * Returns the options that differ while other people are to answer: they may take days, and the end
 * of the wait for them does not stop the task. `began` is the time when the call began.
 */
function toLasting({ deadlineMs }: CallOptions, began: number): Partial<CallOptions> {
  const remainingMs = deadlineMs === undefined ? undefined : deadlineMs - (Date.now() - began);
  return {
    onAbort: 'keep',
    waitForOthers: true,
    ...(remainingMs !== undefined && { deadlineMs: Math.max(0, remainingMs) }),
  };
}

async function follow(
  events: AsyncIterable<CallEvent<unknown>>,
  progress: ProgressLine,
  {
    request,
    onTask,
    onAnswered,
    isPatient = false,
  }: {
    readonly request: CallRequest;
    readonly onTask: (taskId: string) => void;
    /** Called with the line that says who has answered. */
    readonly onAnswered: (line: string) => void;
    /** True to go on after a question that other people have to answer. Default false. */
    readonly isPatient?: boolean;
  },
): Promise<ResultEvent<unknown>> {
  progress.update('', undefined);
  for await (const event of events) {
    if (event.taskId !== '') onTask(event.taskId);
    switch (event.kind) {
      case 'progress':
        progress.update(event.text, event.fraction);
        break;
      case 'working':
        if (event.answered !== undefined) {
          progress.clear();
          onAnswered(toSafeLine(describeAnswerer(event.answered)));
        }
        break;
      case 'artifact':
        break;
      case 'question': {
        const { question } = event;
        if (question.assignment === undefined) throw toOpenError(question, request);
        if (!isPatient) throw new NoAnswerError(question);
        progress.update(toSafeLine(toWaitLine(question)), undefined);
        break;
      }
      case 'auth': {
        const { text, url } = event.outcome;
        throw toOpenAuthError({ taskId: event.taskId, text, url }, request);
      }
      case 'result':
        progress.clear();
        return event;
    }
  }
  throw new CliError('Cannot show a result because the agent ended the task without one.');
}

function toSaveCommand(taskId: string, request: CallRequest): string | undefined {
  return taskId === '' ? undefined : `${toGoOnCommand(taskId, request)} --save FOLDER`;
}

/** Saves the files of a result in the folder of `--save`. */
async function saveAll(
  { taskId, files }: ResultEvent<unknown>,
  request: CallRequest,
  { folder, console }: Pick<SaveFilesOptions, 'folder' | 'console'>,
): Promise<void> {
  if (files.length === 0) return;
  const { saveFiles } = await import('../../save/save-files.ts');
  const again = toSaveCommand(taskId, request);
  const hint = again === undefined ? '' : `\nThe task is done. Get its files with: ${again}`;
  await saveFiles(files, { folder, console, hint });
}

/** Lists the files of a result that are not saved. */
async function listFiles(
  { taskId, files }: ResultEvent<unknown>,
  request: CallRequest,
  console: Console,
): Promise<void> {
  if (files.length === 0) return;
  const { describeFile } = await import('../../save/save-files.ts');
  const again = toSaveCommand(taskId, request);
  for (const file of files) console.err(toSafeLine(`File: ${describeFile(file)}`));
  if (again !== undefined) console.err(toSafeLine(`Save with: ${again}`));
}

/**
 * Makes sure that files can be saved in a folder before the agent is called; makes the folder if it
 * is missing.
 *
 * @throws UsageError
 */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(
      `Cannot save files in ${JSON.stringify(folder)} because it must be a folder that can be written to: ${toReason(cause)}`,
      { cause },
    );
  }
}

/** Options of {@link printResult}. */
interface PrintResultOptions {
  readonly console: Console;
  readonly skill: CallTarget;
  readonly format: 'table' | 'json';
}

/**
 * Prints the data of a result, or its text if it has no data. The agent's words beside it go to
 * standard error, because programs read standard output.
 */
async function printResult(
  result: ResultEvent<unknown>,
  options: PrintResultOptions,
): Promise<void> {
  await printValue(result, options);
  const conclusion = result.conclusion.trim();
  if (conclusion !== '') options.console.err(toSafeText(`The agent says: ${conclusion}`));
}

async function printValue(
  { data, text, files }: ResultEvent<unknown>,
  { console, skill, format }: PrintResultOptions,
): Promise<void> {
  const value = data ?? (text === '' ? null : text);
  if (format === 'json') {
    console.out(toSafeJson(value));
    return;
  }
  // The files of a result that contains nothing else were listed already.
  if (value === '' && files.length > 0) return;
  const { formatValue } = await import('../../terminal/format-value.ts');
  const unwrapped = skill.outputs().length > 1 ? unwrap(value) : value;
  const { paint, columns, isTerminal } = console;
  console.out(formatValue(unwrapped, { paint, ...(isTerminal && { columns }) }));
}

/** Returns the data of an object `{ schema, data }`, and any other value unchanged. */
function unwrap(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schema' in value && 'data' in value
    ? value.data
    : value;
}

/** Makes an error that says what became of a call and its task, and how to continue. */
function toCallError(
  error: unknown,
  failure: {
    readonly request: CallRequest;
    readonly interrupt: Interrupt;
    /**
     * The id of the task if the agent sent it before the call failed; the id in an error takes
     * precedence.
     */
    readonly taskId: string | undefined;
  },
): unknown {
  const { request, interrupt } = failure;
  if (error instanceof NoAnswerError) return toOpenError(error.question, request);
  const taskId = getTaskId(error) ?? failure.taskId;
  if (error instanceof AbortedError || error instanceof InterruptedError) {
    const exitCode = interrupt.exitCode();
    const isTimeout = exitCode === EXIT_CODES.failed;
    const text = isTimeout
      ? error.message.replace('the call was aborted', 'the time of --timeout has passed')
      : error.message;
    const message = taskId === undefined ? text : withCommand(text, toGoOnCommand(taskId, request));
    const code = isTimeout ? 'DEADLINE_EXCEEDED' : error.code;
    return new ReportedError(
      { code, message, exitCode, ...(taskId !== undefined && { taskId }) },
      { cause: error },
    );
  }
  if (taskId === undefined || error instanceof ReportedError) return error;
  const report = toReport(error);
  const command = toGoOnCommand(taskId, request);
  const hint = toHint(error, command);
  const instruction = withCommand(report.message, command);
  const message = hint === '' ? instruction : `${instruction}\nTask ${taskId} ${hint}`;
  return new ReportedError({ ...report, message, taskId }, { cause: error });
}

/** Replaces what a program does to find a task again by what a person types. */
function withCommand(message: string, command: string): string {
  return message.replace('agent.task(id) finds it again', `go on with ${command}`);
}

function toHint(error: unknown, command: string): string {
  if (error instanceof InvalidInputError) {
    return `waits for another answer: ${command} --answer TEXT_OR_JSON`;
  }
  if (error instanceof InvalidOutputError) {
    return error.data === undefined ? `is done: ${command}` : `is done: ${command} --no-check`;
  }
  if (error instanceof RequestError) return `may go on. See what becomes of it: ${command}`;
  return '';
}

/** Makes the error for a question that no person is there to answer. */
function toOpenError(question: Question, request: CallRequest): ReportedError {
  const { kind, prompt, taskId, assignment } = question;
  const goOn = toGoOnCommand(taskId, request);
  const command = `${goOn} --answer TEXT_OR_JSON`;
  const hint =
    assignment === undefined
      ? ''
      : `${describeOtherSkills(question)}\nSee what becomes of it with: ${goOn}`;
  return new ReportedError({
    code: 'QUESTION_OPEN',
    message:
      hint !== ''
        ? `Cannot give a result yet. ${hint}`
        : `Cannot give a result yet because the agent asks: ${prompt.trim()}\nThe task waits. Answer it with: ${command}, or without --answer on a terminal.`,
    exitCode: EXIT_CODES.unanswered,
    taskId,
    question: {
      kind,
      prompt,
      ...(question.kind === 'form' && { schema: question.schema }),
      ...(assignment && { to: assignment.to }),
    },
  });
}

/** Makes the error for a task whose caller first has to sign in somewhere else. */
function toOpenAuthError(
  { taskId, text, url }: { taskId: string; text: string; url: string | undefined },
  request: CallRequest,
): ReportedError {
  const address = url === undefined ? '' : ` ${url}`;
  return new ReportedError({
    code: 'AUTHORIZATION_OPEN',
    message: `Cannot give a result yet because the agent asks: ${text.trim()}${address}\nThe task waits. When that is done, go on with: ${toGoOnCommand(taskId, request)}`,
    exitCode: EXIT_CODES.unanswered,
    taskId,
    ...(url !== undefined && { url }),
  });
}

function getTaskId(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('taskId' in error)) return undefined;
  const { taskId } = error;
  return typeof taskId === 'string' && taskId !== '' ? taskId : undefined;
}
