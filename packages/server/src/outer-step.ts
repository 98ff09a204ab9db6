import type { TaskLogger } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import { openTelemetry } from '@formwork/telemetry';
import { type AuditListener, createAudit, createRefusalListener } from './audit.ts';
import { createBytesReader } from './body-bytes.ts';
import { joinSteps, type Step } from './exchange.ts';
import { createHostGuard } from './guard.ts';
import { createHealthDoor } from './health.ts';
import { serveDoor } from './serve-door.ts';

/**
 * Makes the step in front of all that a server answers: it refuses foreign host names, and answers
 * health checks.
 */
export function createOuterStep({
  publicUrl,
  allowedHosts = [],
  logger,
  engine,
  health = true,
  isDraining,
  ...options
}: {
  /** Returns the public URL of the server; called for each new host name. */
  readonly publicUrl: () => string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly audit?: AuditListener | undefined;
  readonly logger: TaskLogger;
  readonly engine?: TaskEngine | undefined;
  /** False serves no health checks. Default true. */
  readonly health?: boolean | undefined;
  /** Returns true once the server drains, takes no more work, and so is not ready. */
  readonly isDraining: () => boolean;
}): Step {
  const telemetry = openTelemetry();
  const audit = options.audit && createAudit(options.audit, logger);
  const guard = createHostGuard({
    publicUrl,
    allowedHosts,
    onRefusal: createRefusalListener(
      telemetry && ((_request, reason) => telemetry.add('refusals', 1, { reason, schema: '' })),
      audit,
    ),
  });
  if (!health) return guard;
  const door = createHealthDoor({ engine, isDraining });
  return joinSteps([guard, serveDoor(door, { readBytes: createBytesReader(0) })]);
}
