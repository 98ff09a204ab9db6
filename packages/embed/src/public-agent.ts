import {
  type AgentSource,
  connect,
  type DescribedSkill,
  type RemoteAgent,
  toAgentSource,
} from '@formwork/client';
import { type Agent, type PublicForm, toAgentCard } from '@formwork/core';
import { LOCAL_AGENT_LIMITS } from '@formwork/schema/internal';
import type { AdapterHost } from '@formwork/server';
import { createHandlerFetch, parseByteCount } from '@formwork/server/internal';
import type { Receipt } from './receipt.ts';

/** The description of a public form as pages get it. All its texts are the agent's. */
export interface FormDescription {
  /** The version of this description, and of the messages that follow. */
  readonly version: 1;
  /** The name of the agent that the form is sent to. */
  readonly agent: string;
  readonly skill: DescribedSkill;
  readonly texts: Pick<PublicForm, 'title' | 'intro' | 'submitLabel'>;
  readonly theme: Pick<PublicForm, 'accent'>;
  /** The most bytes that all files of a submission have together. */
  readonly maxFileBytes: number;
}

/** The origin of the agent for its client. The name is reserved (RFC 6761). */
const ORIGIN = 'http://agent.invalid';

const INTERFACE = {
  url: `${ORIGIN}/a2a`,
  protocolBinding: 'JSONRPC',
  protocolVersion: '1.0',
} as const;

/**
 * The header by which a request says which visitor it is for. It exists only between the client and
 * the handler in this process.
 */
const VISITOR = 'x-formwork-visitor';

/**
 * The share of the longest body that files may have: in base64 they take a third more, and the data
 * need room, too.
 */
const FILE_SHARE = 0.7;

/** A connection to one definition of the agent. */
interface Connection {
  readonly agent: Agent;
  readonly remote: Promise<RemoteAgent>;
  readonly forms: Promise<ReadonlyMap<string, FormDescription>>;
}

/**
 * The agent behind public forms, reached by a client in this process, as any caller reaches it. Its
 * schemas are vetted once for each definition of the agent; every call is made for one visitor.
 */
export class PublicAgent {
  readonly #host: AdapterHost;
  #current: Connection | undefined;
  readonly #maxFileBytes: number;

  constructor(host: AdapterHost) {
    this.#host = host;
    this.#maxFileBytes = Math.floor(parseByteCount(host.bodyLimit) * FILE_SHARE);
  }

  /** Describes the public form of a skill; resolves to `undefined` for any other skill. */
  async describe(skillId: string): Promise<FormDescription | undefined> {
    return (await this.#findConnection().forms).get(skillId);
  }

  /** Opens the agent for the visitor who holds a receipt. */
  async open({ visitor }: Receipt): Promise<AgentSource> {
    const header = { [VISITOR]: encodeURIComponent(visitor) };
    return toAgentSource(await this.#findConnection().remote, {
      // Nothing is recorded: this only adds the header to the requests of a call.
      recorder: { fetch, open: () => ({ header, close: () => undefined }) },
    });
  }

  #openAgent(agent: Agent): Connection {
    const shown = { interfaces: [INTERFACE], streaming: true, pushNotifications: false };
    const card = JSON.stringify(toAgentCard(agent, shown));
    const remote = connect(ORIGIN, {
      cardCache: { get: () => undefined, set: () => undefined },
      transports: ['JSONRPC'],
      ...LOCAL_AGENT_LIMITS,
      fetch: createHandlerFetch({
        handler: this.#host.requestHandler,
        logger: this.#host.logger,
        card: () => card,
        createContext: ({ headers }) =>
          this.#host.createContext(
            this.#host.admitVisitor(decodeURIComponent(headers.get(VISITOR) ?? ''), { once: true }),
          ),
      }),
    });
    const connection: Connection = {
      agent,
      remote,
      forms: describeForms(agent, remote, this.#maxFileBytes),
    };
    // The next request tries again.
    connection.forms.catch(() => {
      if (this.#current === connection) this.#current = undefined;
    });
    return connection;
  }

  /** Returns the connection to the newest definition of the agent. */
  #findConnection(): Connection {
    const { agent } = this.#host;
    // The definition may be a new object each time, with the same skills.
    if (this.#current === undefined || !isSame(this.#current.agent, agent))
      this.#current = this.#openAgent(agent);
    return this.#current;
  }
}

async function describeForms(
  agent: Agent,
  remote: Promise<RemoteAgent>,
  maxFileBytes: number,
): Promise<ReadonlyMap<string, FormDescription>> {
  const { name, skills } = await toAgentSource(await remote).describe();
  const forms = skills.flatMap((skill): readonly [string, FormDescription][] => {
    const { publicForm } = agent.skills.find(({ id }) => id === skill.id) ?? {};
    if (publicForm === undefined) return [];
    const { accent, ...texts } = publicForm;
    const theme = accent === undefined ? {} : { accent };
    return [[skill.id, { version: 1, agent: name, skill, texts, theme, maxFileBytes }]];
  });
  return new Map(forms);
}

function isSame({ skills }: Agent, nextAgent: Agent): boolean {
  return (
    skills.length === nextAgent.skills.length &&
    skills.every((skill, index) => skill === nextAgent.skills[index])
  );
}
