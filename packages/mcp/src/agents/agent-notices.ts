import { ConnectError } from '@formwork/client';
import { isFormworkError } from '@formwork/schema';
import type { BridgeAudit } from '../audit.ts';
import type { BridgeLogger } from '../bridge-logger.ts';
import { warnOfWithheldTools } from '../lock/withheld-warnings.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { AgentConnector } from './agent-connector.ts';
import type { AgentProfile } from './bridge-agent.ts';

/** Options of {@link AgentNotices}. */
export interface AgentNoticesOptions {
  readonly logger: BridgeLogger;
  readonly audit: BridgeAudit;
  /** Called when anything that a model reads of the agent has changed. */
  readonly onChange: () => void;
}

/** The news of one agent in a bridge: what the operator, the audit and the hosts learn of it. */
export class AgentNotices {
  readonly #alias: string;
  readonly #options: AgentNoticesOptions;
  #isDistrusted = false;

  constructor(alias: string, options: AgentNoticesOptions) {
    this.#alias = alias;
    this.#options = options;
  }

  /** Reports an agent that was found. */
  found(before: AgentProfile | undefined, after: AgentProfile): void {
    this.changed(before, after);
    this.#auditChange(before, after);
    this.#isDistrusted = false;
  }

  /** Reports that an agent that was looked for is not there. */
  missing(error: unknown, connector: Pick<AgentConnector, 'url'>): void {
    this.#auditDistrust(error, connector);
    this.#options.logger.warn(`Agent "${this.#alias}" is not there: ${toFirstLine(error)}`);
  }

  /** Reports an agent that is known by the card of an earlier run. */
  recalled(agent: AgentProfile): void {
    this.#options.logger.info(`Agent "${this.#alias}" is listed by the card of an earlier run`);
    this.changed(undefined, agent);
  }

  /** Reports a stored card that is of no use. */
  forgotten(error: unknown): void {
    const problem = toFirstLine(error);
    this.#options.logger.info(`The card of "${this.#alias}" that was kept is not used: ${problem}`);
  }

  /** Reports settings by which there is no such agent. */
  unusable(error: unknown): void {
    const problem = toFirstLine(error);
    this.#options.logger.warn(`The settings of agent "${this.#alias}" cannot be used: ${problem}`);
    this.#options.onChange();
  }

  /** Reports what differs from the agent that was known before. */
  changed(before: AgentProfile | undefined, after: AgentProfile): void {
    const { logger, onChange } = this.#options;
    const alias = this.#alias;
    const { offered, admission, isStored } = after;
    warnOfWithheldTools(admission, { alias, before: before?.admission, logger });
    if (before?.fingerprint === after.fingerprint) return;
    for (const { skillId, schema, reasons } of offered.quarantined) {
      const name = schema === '' ? skillId : `${skillId} (${schema})`;
      logger.warn(`Skill ${JSON.stringify(name)} of "${alias}" is left out`, { reasons });
    }
    for (const warning of offered.warnings) logger.warn(`Agent "${alias}": ${warning}`);
    if (!isStored) {
      logger.info(`Agent "${alias}" ${before === undefined ? 'is there' : 'has changed'}`, {
        tools: admission.tools.length,
      });
    }
    onChange();
  }

  #auditChange(before: AgentProfile | undefined, after: AgentProfile): void {
    if (before === undefined || before.fingerprint === after.fingerprint) return;
    const { name, version } = after.agent.card;
    this.#options.audit.tell({
      kind: 'agent-changed',
      alias: this.#alias,
      origin: URL.parse(after.url)?.origin,
      name,
      version,
      previousVersion: before.agent.card.version,
      withheld: after.admission.withheld.map((tool) => tool.name),
    });
  }

  /**
   * Reports to the audit that the signature of the agent's card is refused: once, until a card is
   * trusted again.
   */
  #auditDistrust(error: unknown, connector: Pick<AgentConnector, 'url'>): void {
    if (this.#isDistrusted || !isTrustFailure(error)) return;
    this.#isDistrusted = true;
    const origin = URL.parse(connector.url())?.origin;
    const problem = toFirstLine(error);
    this.#options.audit.tell({ kind: 'card-refused', alias: this.#alias, origin, problem });
  }
}

/** Tells whether `connect` failed because the card's signature is not to be trusted. */
function isTrustFailure(error: unknown): boolean {
  const { cause } = error instanceof ConnectError ? error : {};
  return isFormworkError(cause) && cause.code === 'CARD_NOT_TRUSTED';
}
