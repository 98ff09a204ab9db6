import { describe, expect, it } from 'vitest';
import { deepFreeze, getOwn } from './record.ts';

describe('getOwn', () => {
  it('reads what an object or array has itself', () => {
    expect(getOwn({ a: 1 }, 'a')).toBe(1);
    expect(getOwn(['x', 'y'], '1')).toBe('y');
    expect(getOwn(['x', 'y'], 0)).toBe('x');
    expect(getOwn(JSON.parse('{ "__proto__": 1 }'), '__proto__')).toBe(1);
  });

  it('reads nothing that is inherited', () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      expect(getOwn({}, name)).toBeUndefined();
    }
    expect(getOwn(Object.create({ a: 1 }), 'a')).toBeUndefined();
    expect(getOwn([], 'map')).toBeUndefined();
  });

  it('runs no getter', () => {
    let runs = 0;
    const value = {
      get a() {
        runs += 1;
        return 1;
      },
    };
    expect(getOwn(value, 'a')).toBeUndefined();
    expect(runs).toBe(0);
  });

  it('takes what is no object', () => {
    for (const value of [undefined, null, 'text', 1, true, () => 1]) {
      expect(getOwn(value, 'length')).toBeUndefined();
    }
  });
});

describe('deepFreeze', () => {
  it('freezes everything inside but bytes, however deep it is', () => {
    const bytes = new Uint8Array(1);
    const last = { list: [{ bytes }] };
    let value: object = last;
    for (let depth = 0; depth < 100_000; depth += 1) value = { value };
    deepFreeze(value);
    for (const one of [value, last, last.list, last.list[0]])
      expect(Object.isFrozen(one)).toBe(true);
    bytes[0] = 1;
    expect(bytes[0]).toBe(1);
  });
});
