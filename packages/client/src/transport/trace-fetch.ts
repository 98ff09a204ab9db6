import { openTelemetry } from '@formwork/telemetry';

/**
 * Wraps a `fetch` so that every request has a span, and tells the agent which: the agent's own spans
 * stand below it. Returns the same function if nothing traces.
 */
export function traceFetch(fetchImpl: typeof fetch): typeof fetch {
  const telemetry = openTelemetry();
  if (telemetry === undefined) return fetchImpl;
  return async (input, init = {}) => {
    const url = URL.parse(input instanceof Request ? input.url : input);
    const span = telemetry.startSpan('call', {
      attributes: {
        'http.request.method': init.method ?? 'GET',
        'server.address': url?.hostname ?? '',
        ...(url !== null && url.port !== '' && { 'server.port': Number(url.port) }),
      },
    });
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(telemetry.inject(span.context))) {
      headers.set(name, value);
    }
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const response = await span.run(() => fetchImpl(input, { ...init, headers }));
      span.set('http.response.status_code', response.status);
      outcome = response.ok ? 'ok' : 'refused';
      return response;
    } finally {
      span.end(outcome === 'ok' ? undefined : outcome);
      telemetry.record('calls', (performance.now() - startedAt) / 1000, { outcome });
    }
  };
}
