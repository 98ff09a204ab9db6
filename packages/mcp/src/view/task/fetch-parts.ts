import type { SourceFile } from '@formwork/client';
import { isRecord } from '../host/host-link.ts';
import type { Host } from '../host/open-host.ts';
import { toEmbedded, type ReadAnswer } from './read-answer.ts';

/** Files of one answer that are read from the bridge. */
const MAX_READ = 10;

/** What only the bridge can give. */
const OWN = 'a2a://';

/**
 * Reads what the bridge left out of an answer for its size, over the host. What stands elsewhere
 * stays a link; what cannot be read, a name.
 */
export async function fetchParts(answer: ReadAnswer, host: Host): Promise<ReadAnswer> {
  if (!host.state().abilities.resources) return answer;
  const { envelope } = answer;
  const uri = envelope?.output_uri;
  const wanted = answer.files.filter(isOwn).slice(0, MAX_READ);
  const [output, ...read] = await Promise.all([
    uri === undefined ? undefined : readOutput(uri, host),
    ...wanted.map((file) => readFile(file, host)),
  ]);
  const files = answer.files.map((file) => read[wanted.indexOf(file)] ?? file);
  if (envelope === undefined || output === undefined) return { ...answer, files };
  // One of several schemas: the data are beside its name.
  const data = envelope.schema !== undefined && isRecord(output) ? output['data'] : output;
  return { ...answer, files, envelope: { ...envelope, output: data } };
}

function isOwn(file: SourceFile): boolean {
  return file.kind === 'url' && file.url.startsWith(OWN);
}

async function readFile(file: SourceFile, host: Host): Promise<SourceFile> {
  if (file.kind !== 'url') return file;
  const content = await readContent(file.url, host);
  const [read] = content === undefined ? [] : toEmbedded(content);
  return read === undefined ? file : { ...read, name: file.name };
}

async function readOutput(uri: string, host: Host): Promise<unknown> {
  const text = (await readContent(uri, host))?.['text'];
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

async function readContent(
  uri: string,
  host: Host,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const result = await host.readResource(uri);
    const contents = isRecord(result) ? result['contents'] : undefined;
    const [first] = Array.isArray(contents) ? contents : [];
    return isRecord(first) ? first : undefined;
  } catch {
    return undefined;
  }
}
