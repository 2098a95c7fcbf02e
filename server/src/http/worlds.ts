import type { Call } from '@kantor/contract/wire/call.ts';
import { notFound } from '../kernel/errors.ts';
import type { Bind } from './endpoint.ts';

const nowhere = (): Promise<never> => Promise.reject(notFound());

/**
 * Binds calls of two worlds at the same addresses: the caller's key says in which of them each is answered, here and nowhere
 * else. A call that its world does not have is the same 404 as an object that never was.
 */
export function inTwoWorlds(bind: Bind): { live: Bind; test: Bind; testOnly: Bind } {
  // A handler is found by its own call: the types go together.
  const inTest = new Map<Call, unknown>();
  return {
    live: (call, handler) =>
      bind(call, (input) => {
        if (input.caller?.apiKey?.isTest !== true) return handler(input);
        return ((inTest.get(call) as typeof handler | undefined) ?? nowhere)(input);
      }),
    test: (call, handler) => void inTest.set(call, handler),
    testOnly: (call, handler) =>
      bind(call, (input) => (input.caller?.apiKey?.isTest === true ? handler(input) : nowhere())),
  };
}
