/** A server-sent event as it came. */
export interface ReceivedEvent {
  readonly id?: string;
  /** `message` unless the event said otherwise. */
  readonly name: string;
  /** The JSON of its data. */
  readonly data: unknown;
}

/** The frames of an event stream in their order, comments included, each without its empty line. */
async function* readFrames(response: Response): AsyncGenerator<string, void, undefined> {
  if (response.body === null) throw new Error('The response has no body.');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    yield* frames;
  }
  if (text !== '') throw new Error(`The stream ends amid an event: ${text}`);
}

/** The events of a stream, without comments. */
export async function* readEvents(
  response: Response,
): AsyncGenerator<ReceivedEvent, void, undefined> {
  for await (const frame of readFrames(response)) {
    if (!frame.startsWith(':')) yield toEvent(frame);
  }
}

/** All events of a stream. */
export function collectEvents(response: Response): Promise<readonly ReceivedEvent[]> {
  return collect(readEvents(response));
}

/** The rest of what there is to read. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function toEvent(frame: string): ReceivedEvent {
  const fields = new Map(
    frame.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/u.exec(line) ?? [];
      return [name, value];
    }),
  );
  const id = fields.get('id');
  return {
    ...(id !== undefined && { id }),
    name: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? 'null') as unknown,
  };
}
