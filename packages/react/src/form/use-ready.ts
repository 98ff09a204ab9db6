import { useEffect, useState } from 'react';
import type { LateValidator } from '../validation/create-late-validator.ts';

/** True once a validator judges. Loads what does so after the first drawing. */
export function useReady(validator: LateValidator | undefined): boolean {
  const [, setCount] = useState(0);
  const isReady = validator === undefined || validator.isReady();
  useEffect(() => {
    if (validator === undefined || isReady) return undefined;
    let isCurrent = true;
    const follow = async (): Promise<void> => {
      await validator.load();
      if (isCurrent) setCount((count) => count + 1);
    };
    void follow();
    return () => {
      isCurrent = false;
    };
  }, [validator, isReady]);
  return isReady;
}
