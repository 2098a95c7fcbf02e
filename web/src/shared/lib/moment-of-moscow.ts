const AHEAD_MS = 3 * 3_600_000;

/** The ISO moment of a minute of Moscow's clock, `2026-01-02T00:30`, which is three hours ahead of UTC all year round. */
export const momentOfMoscow = (minute: string): string => new Date(Date.parse(`${minute}Z`) - AHEAD_MS).toISOString();
