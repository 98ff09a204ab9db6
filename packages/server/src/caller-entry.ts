import type { TaskLogger } from '@formwork/core';
import type { MountedAgentOptions } from './agent-router-options.ts';
import type { Audit } from './audit.ts';
import { createIdentify } from './authentication.ts';
import { CallerQuota } from './caller-quota.ts';
import { createLoopbackTokens, type Identify, type LoopbackTokens } from './caller.ts';
import type { RecentCallers } from './recent-callers.ts';
import type { RequestWatch } from './request-watch.ts';
import { toMetadataUrl } from './resource-metadata.ts';

/** The functions that identify and count the callers of an agent, at every door. */
export interface CallerEntry {
  readonly identify: Identify;
  /** Identifies a caller where credentials are optional; wrong ones are refused all the same. */
  readonly identifyGiven: Identify;
  /** The limits of callers; `undefined` if there are none. */
  readonly quota: CallerQuota | undefined;
  readonly issueLoopbackToken: LoopbackTokens['issue'];
}

/** Makes the functions that identify callers, with loopbackTokens, limits, audit and telemetry. */
export function createCallerEntry(
  options: MountedAgentOptions,
  {
    logger,
    audit,
    callers,
    watch,
  }: {
    readonly logger: TaskLogger;
    readonly audit: Audit | undefined;
    readonly callers: RecentCallers | undefined;
    readonly watch: RequestWatch | undefined;
  },
): CallerEntry {
  const metadataUrl = toMetadataUrl(options.publicUrl);
  const { createRequestCounter: createCounter, limits = {} } = options;
  const quota = limits === false ? undefined : new CallerQuota(limits, { createCounter, logger });
  const loopbackTokens = createLoopbackTokens();

  function createIdentification(requireAuthentication: boolean): Identify {
    const identify = createIdentify({ ...options, requireAuthentication, metadataUrl, logger });
    const accepting = loopbackTokens.accept(audit?.watchIdentify(identify) ?? identify);
    const limited = quota === undefined ? accepting : quota.limit(accepting, loopbackTokens.isOwn);
    const noted = callers?.watchIdentify(limited) ?? limited;
    return watch?.watchIdentify(noted) ?? noted;
  }

  return {
    identify: createIdentification(options.requireAuthentication ?? false),
    identifyGiven: createIdentification(false),
    quota,
    issueLoopbackToken: loopbackTokens.issue,
  };
}
