import type { Message, Part } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { AnySkill, FileProblem, TaskFile } from '@formwork/core';
import { judgeFiles } from '@formwork/core/internal';
import { TaskCallError } from '../errors.ts';
import { showId } from './agent-message.ts';

/** Returns the files of a message, as handlers read them (A2A 1.0 section 4.1.6). */
export function toTaskFiles({ parts }: Pick<Message, 'parts'>): readonly TaskFile[] {
  return parts.flatMap(({ content, filename, mediaType }) => {
    if (content?.$case !== 'raw' && content?.$case !== 'url') return [];
    return [createTaskFile(content, { filename, mediaType })];
  });
}

type FileContent =
  | { readonly $case: 'raw'; readonly value: Uint8Array }
  | { readonly $case: 'url'; readonly value: string };

function createTaskFile(
  content: FileContent,
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
): TaskFile {
  const isRaw = content.$case === 'raw';

  async function bytes(): Promise<Uint8Array> {
    if (content.$case === 'raw') return new Uint8Array(content.value);
    throw new TaskCallError(
      `Cannot read the file because its bytes are not in the message: it is at ${content.value}, which the handler may fetch if it trusts the address`,
    );
  }

  return {
    name: filename === '' ? undefined : filename,
    mediaType: mediaType === '' ? undefined : mediaType,
    url: isRaw ? undefined : content.value,
    size: isRaw ? content.value.byteLength : undefined,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

/**
 * Checks that a skill takes the files of a message, and throws for the first one that it does not
 * take: `ContentTypeNotSupportedError` (A2A 1.0 section 3.3.2) for its type,
 * `RequestMalformedError` for its size, or for too many files. A skill that declares nothing takes
 * any file. The size of a file behind a URL is not known.
 */
export function checkFiles(message: Message, skill: AnySkill | undefined): void {
  if (skill?.files === undefined) return;
  const { files: types, fileLimits } = skill;
  const attachments = [...message.parts.entries()].filter(([, part]) => isFile(part));
  const files = attachments.map(([, { content, mediaType }]) => ({
    mediaType,
    size: content?.$case === 'raw' ? content.value.byteLength : undefined,
  }));
  const [problem] = judgeFiles(files, { ...fileLimits, types });
  const [index, part] = attachments[problem?.index ?? -1] ?? [];
  if (problem === undefined || part === undefined) return;
  throw createFileError(problem, { part, path: `message.parts[${index}]`, skillId: skill.id });
}

function isFile({ content }: Part): boolean {
  return content?.$case === 'raw' || content?.$case === 'url';
}

function createFileError(
  problem: FileProblem,
  { part, path, skillId }: { readonly part: Part; readonly path: string; readonly skillId: string },
): Error {
  const explain = (rule: string, current: string): string =>
    `Cannot take the message because ${rule} for skill "${skillId}": current value of ${current}`;
  const { filename, mediaType } = part;
  const name = filename === '' ? 'a file without a name' : showId(JSON.stringify(filename));
  switch (problem.kind) {
    case 'type': {
      const { types } = problem;
      const rule =
        types.length === 0 ? 'it must bring no files' : `its files must be ${types.join(', ')}`;
      const shown = mediaType === '' ? 'one without a mediaType' : showId(mediaType);
      return new ContentTypeNotSupportedError(explain(rule, `${path} is ${shown}`));
    }
    case 'size':
      return new RequestMalformedError(
        explain(
          `each of its files must have at most ${problem.maxBytes} bytes`,
          `${path} is ${name} with ${problem.size} bytes`,
        ),
      );
    case 'count':
      return new RequestMalformedError(
        explain(
          `it must bring at most ${problem.maxFiles} ${problem.maxFiles === 1 ? 'file' : 'files'}`,
          `message.parts has ${problem.count}`,
        ),
      );
  }
}
