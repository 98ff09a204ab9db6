import { createRequestGuard } from '@formwork/network';
import { bindServer, REQUEST_TIMES } from '@formwork/server/internal';
import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { createServer } from 'node:http';
import { UsageError } from '../errors/errors.ts';

/** The door for metrics: a server for Prometheus on a port of its own. */
export interface MetricsDoor {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const PATH = '/metrics';

/**
 * Starts to collect metrics, and serves them on this machine only, because they show what the agent
 * does and need no credentials. It MUST be opened before the agent is served.
 *
 * @throws UsageError if an OpenTelemetry SDK already counts, and ListenError when the port is not
 * free
 */
export async function openMetricsDoor(port: number): Promise<MetricsDoor> {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  if (!metrics.setGlobalMeterProvider(provider)) {
    throw new UsageError(
      'Cannot serve metrics because an OpenTelemetry SDK is registered that takes them already: leave out --metrics-port, or let the SDK take traces only.',
    );
  }
  // A page of another site could call this server under a host name of its own.
  const guard = createRequestGuard({});
  const server = createServer(REQUEST_TIMES, (request, response) => {
    const refusal = guard.check(request);
    if (refusal !== undefined) response.writeHead(refusal.status).end();
    else if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== PATH) {
      response.writeHead(404).end();
    } else exporter.getMetricsRequestHandler(request, response);
  });
  async function forget(): Promise<void> {
    metrics.disable();
    await provider.shutdown();
  }
  try {
    const url = await bindServer(server, { port, host: '127.0.0.1' });
    return {
      url: `${url}${PATH}`,
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
