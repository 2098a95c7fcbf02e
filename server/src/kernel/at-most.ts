/**
 * Options of an `LRUCache` of so many entries at most, whose room grows with what it has. Its own `max` takes the room of all of them
 * at once: 4 MiB for the limiters of a process that nobody asks for anything.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
