import { describe, expect, it } from 'vitest';
import { getOwn } from './record.ts';

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
