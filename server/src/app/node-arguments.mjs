/**
 * Node's own arguments of a server process. V8 sizes its heap by the machine's memory, not by what lives in it: on a large machine
 * young objects get 128 MiB, old ones grow to four times what survives before they are collected. The server keeps some 45 MiB
 * alive. In MiB: the bound of each half of the young space, with 8 a page of a list costs a fifth more; and that of the heap, which
 * below 2 GiB V8 lets grow to twice at most. What the start leaves is collected once, at its end, by a call (`main.ts`). Where many
 * objects have lived long V8 would make the next old at once, and keep what they lead to: ours live as long as a request. The last two:
 * types are stripped once, by a function of which Node warns that it may still change.
 */
export const NODE_ARGUMENTS = [
  '--max-semi-space-size=16',
  '--max-old-space-size=2000',
  '--expose-gc',
  '--no-allocation-site-pretenuring',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('./strip-types-once.mjs', import.meta.url).href}`,
];

/** The C library keeps an arena of freed memory a thread, each with holes of its own, and Node has a dozen threads. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };
