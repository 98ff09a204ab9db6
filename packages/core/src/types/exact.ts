type Plain =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | void
  | ((...all: never) => unknown);

/**
 * The type of a value in which each value whose name the target does not declare becomes a text, at
 * any depth. It follows the value, so that targets may be recursive.
 */
export type Exact<Value, Target> = 0 extends 1 & Value
  ? unknown
  : unknown extends Target
    ? unknown
    : Value extends Plain
      ? Value
      : Value extends readonly unknown[]
        ? { [At in keyof Value]: Exact<Value[At], ItemOf<Target>> }
        : ExactObject<Value, Fitting<Value, Target>>;

/**
 * The members of {@link Exact} for an object. Two cases are left to the compiler: values that fit
 * nothing, and targets that declare no name.
 */
type ExactObject<Value, Target> = [NameOf<Target>] extends [never]
  ? Value
  : {
      [Name in keyof Value]: Name extends NameOf<Target>
        ? Exact<Value[Name], MemberOf<Target, Name>>
        : Name extends string
          ? string extends Name
            ? Value[Name]
            : `'${Name}' does not exist in the output`
          : Value[Name];
    };

/** The members of a union type that a value fits. */
type Fitting<Value, Target> = Target extends Plain | readonly unknown[]
  ? never
  : Value extends Target
    ? Target
    : never;

type NameOf<Target> = Target extends unknown ? keyof Target : never;

type MemberOf<Target, Name> = Target extends unknown
  ? Name extends keyof Target
    ? Target[Name]
    : never
  : never;

type ItemOf<Target> = Target extends readonly (infer Item)[] ? Item : never;
