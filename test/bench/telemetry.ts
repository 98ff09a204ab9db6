// Measures the cost of telemetry: a server without an SDK of OpenTelemetry against the same server
// with metrics, and with metrics and traces, in turn in one run. With BEFORE, the folder of another
// clone that has been built, the server of that clone takes part as well, which shows the cost of
// telemetry that is not used.
//
//   node test/bench/telemetry.ts
//   BEFORE=../formwork-before ROUNDS=7 SECONDS=3 node test/bench/telemetry.ts
import { resolve } from 'node:path';
import { compareServers } from './compare-servers.ts';

const before = process.env['BEFORE'];
await compareServers([
  { name: 'silent', server: 'formwork' },
  ...(before === undefined
    ? []
    : [{ name: 'before', server: resolve(before, 'test/bench/servers/formwork') }]),
  { name: 'metrics', server: 'telemetry-formwork', args: ['metrics'] },
  { name: 'traces', server: 'telemetry-formwork', args: ['traces'] },
]);
