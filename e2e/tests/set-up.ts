import { setTimeout as delay } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';
import { keepPhonesAlive } from './keep-phones-alive.ts';
import { addMembers } from './members.ts';

const START_LIMIT_MS = 300_000;
const POLL_MS = 100;

/** Waits for the servers, adds the members whose screens are walked, and keeps phones alive on each while the tests run. */
export default async function setUp({ projects }: FullConfig): Promise<() => void> {
  const servers = [...new Set(projects.flatMap(({ use: { baseURL } }) => baseURL ?? []))];
  const walked = projects.find(({ name }) => name === 'looks')?.use.baseURL;
  await Promise.all(servers.map(untilReady));
  const [stops] = await Promise.all([
    Promise.all(servers.map(keepPhonesAlive)),
    walked !== undefined && addMembers(walked),
  ]);
  return () => stops.forEach((stop) => stop());
}

async function untilReady(server: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await delay(POLL_MS)) {
    const isReady = await fetch(`${server}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`${server} did not become ready`);
}
