import { expect, test } from 'vitest';
import { bindMethods } from './bound-methods.ts';

class Counter {
  #count = 0;
  readonly step = 2;

  get count(): number {
    return this.#count;
  }

  add(): number {
    this.#count += this.step;
    return this.#count;
  }

  reset(): void {
    this.#count = 0;
  }
}

class LoudCounter extends Counter {
  override add(): number {
    return super.add() * 10;
  }
}

test('bindMethods() makes methods that work on their own, those of a superclass included', () => {
  const { add, reset } = bindMethods(new LoudCounter());
  expect([add(), add()]).toEqual([20, 40]);
  reset();
  expect(add()).toBe(20);
});

test('bindMethods() asks a getter each time, and keeps what is no method', () => {
  const counter = bindMethods(new Counter());
  counter.add();
  expect([counter.count, counter.step]).toEqual([2, 2]);
  expect(Object.keys({ ...counter })).toEqual(['step', 'count', 'add', 'reset']);
});

test('bindMethods() binds the methods of a plain object, and takes no member of Object', () => {
  const plain = {
    own: 3,
    read(): number {
      return this.own;
    },
  };
  const { read } = bindMethods(plain);
  expect(read()).toBe(3);
  expect(Object.keys(bindMethods(plain))).toEqual(['own', 'read']);
});

test('bindMethods() takes methods from a proxy as the proxy gives them', () => {
  const counter = new Proxy(new Counter(), {
    get: (target, name) => (name === 'add' ? () => -1 : Reflect.get(target, name)),
  });
  expect(bindMethods(counter).add()).toBe(-1);
});
