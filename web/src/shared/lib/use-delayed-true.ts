import { useEffect, useState } from 'react';

/** True once something has been so for a while; false as soon as it is not. */
export function useDelayedTrue(isSo: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setHasLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isSo, milliseconds]);
  return isSo && hasLasted;
}
