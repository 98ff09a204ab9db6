import { registerHooks } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { trustCard } from './discovery/trust-card.ts';
import { ConnectError } from './errors.ts';
import { loadVetter } from './schemas/remote-schema.ts';
import { traceFetch } from './transport/create-fetch.ts';

const REGISTRY = Symbol.for('opentelemetry.js.api.1');

test.each<[string, string, () => Promise<unknown>]>([
  ['checks schemas', '/vet-schema.ts', () => loadVetter(undefined)],
  [
    'verifies cards',
    '@formwork/trust',
    () => {
      const url = 'https://example.com';
      const trust = { jwksUrl: url };
      return trustCard({ raw: {}, url }, { trust, requestedUrl: url, fetch });
    },
  ],
  ['reports spans', '@formwork/telemetry', () => traceFetch(fetch)],
])(
  'what %s is loaded again by the next connection if it was not there',
  async (purpose, name, load) => {
    Reflect.set(globalThis, REGISTRY, {});
    onTestFinished(() => void Reflect.deleteProperty(globalThis, REGISTRY));
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (specifier.endsWith(name)) throw new Error('offline');
        return next(specifier, context);
      },
    });
    onTestFinished(() => hooks.deregister());
    const failed = load();
    await expect(failed).rejects.toThrow(ConnectError);
    await expect(failed).rejects.toThrow(`what ${purpose} must be loaded`);
    hooks.deregister();
    await load().catch((error: unknown) => {
      expect(String(error)).not.toContain('must be loaded');
    });
  },
);
