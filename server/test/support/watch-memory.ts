import { writeFileSync } from 'node:fs';

// Loaded into a server before its own code (`--import`): it writes down the most memory that the process has had. On every
// system Node knows what its process has.

const LOOK_MS = 10;

let most = 0;

setInterval(() => {
  const now = process.memoryUsage.rss();
  if (now <= most) return;
  most = now;
  writeFileSync(process.env['MEMORY_FILE'] ?? '', String(most));
}, LOOK_MS).unref();
