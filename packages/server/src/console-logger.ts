import type { TaskLogger } from '@formwork/core';

/** A logger that writes one line of JSON per entry to standard error. */
export function createConsoleLogger(): TaskLogger {
  const write =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
      const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
      process.stderr.write(`${line}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
