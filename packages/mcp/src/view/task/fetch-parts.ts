import type { SourceFile } from '@formwork/client';
import { isRecord } from '@formwork/schema/json';
import type { Host } from '../host/host.ts';
import { type ReadAnswer, readEmbedded } from './read-answer.ts';

/** The highest number of files of one answer that are read from the bridge. */
const MAX_READ = 10;

/**
 * The scheme of the bridge's addresses, for files and large outputs, which browsers cannot open.
 */
const BRIDGE_SCHEME = 'a2a://';

/** The part of the host that reads resources. */
type ResourceHost = Pick<Host, 'state' | 'readResource'>;

/**
 * Reads, through the host, the parts that were too large for an answer. Files elsewhere stay links,
 * and files that cannot be read stay names.
 */
export async function fetchParts(answer: ReadAnswer, host: ResourceHost): Promise<ReadAnswer> {
  if (!host.state().abilities.resources) return answer;
  const { envelope } = answer;
  const uri = envelope?.output_uri;
  const storedFiles = answer.files.filter(isStored).slice(0, MAX_READ);
  const [output, ...read] = await Promise.all([
    uri === undefined ? undefined : readOutput(uri, host),
    ...storedFiles.map((file) => readFile(file, host)),
  ]);
  const files = answer.files.map((file) => read[storedFiles.indexOf(file)] ?? file);
  if (envelope === undefined || output === undefined) return { ...answer, files };
  // With several schemas, the data is in an object with the schema's name.
  const data = envelope.schema !== undefined && isRecord(output) ? output['data'] : output;
  return { ...answer, files, envelope: { ...envelope, output: data } };
}

function isStored(file: SourceFile): boolean {
  return file.kind === 'url' && file.url.startsWith(BRIDGE_SCHEME);
}

async function readFile(file: SourceFile, host: ResourceHost): Promise<SourceFile> {
  if (file.kind !== 'url') return file;
  const content = await readContent(file.url, host);
  const [read] = content === undefined ? [] : readEmbedded(content);
  return read === undefined ? file : { ...read, name: file.name };
}

async function readOutput(uri: string, host: ResourceHost): Promise<unknown> {
  const text = (await readContent(uri, host))?.['text'];
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

async function readContent(
  uri: string,
  host: ResourceHost,
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
