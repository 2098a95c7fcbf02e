/**
 * Node's own arguments of a server process. V8 sizes its heap by the machine's memory, not by what lives in it: on a large machine
 * young objects get 128 MiB, old ones grow to four times what survives before they are collected. The server keeps some 45 MiB
 * alive. In MiB: the bound of each half of the young space, and that of the heap; below 2 GiB V8 lets it grow to twice at most.
 */
export const NODE_ARGUMENTS = ['--max-semi-space-size=8', '--max-old-space-size=2000'];
