import { z } from 'zod';

interface MetricsSettings {
  host: string;
  port: number;
  /** What who reads them shows; absent: nothing is asked for. */
  token: string | undefined;
}

export interface WatchSettings {
  /** Where `/metrics` is served; absent: nowhere. */
  metrics: MetricsSettings | undefined;
  /** A statement that takes so many milliseconds is logged; undefined: none is. */
  slowQueryMs: number | undefined;
}

const PORT = { error: 'must be a whole number from 0 to 65535' };
const MILLISECONDS = { error: 'must be a whole number of milliseconds from 0 to 60000; 0 logs none' };
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export const watchEnvironment = {
  KANTOR_METRICS_PORT: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, PORT)
    .transform(Number)
    .pipe(z.int(PORT).max(65_535, PORT))
    .optional(),
  KANTOR_METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a name to listen on, such as 127.0.0.1 or 0.0.0.0' })
    .default('127.0.0.1'),
  KANTOR_METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,256}$/, { error: 'must be 16 to 256 Latin letters, digits and signs' })
    .optional(),
  KANTOR_SLOW_QUERY_MS: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, MILLISECONDS)
    .transform(Number)
    .pipe(z.int().max(60_000, MILLISECONDS))
    .default(1000),
};

export const WATCH_SECRETS = ['KANTOR_METRICS_TOKEN'];

type Values = z.output<z.ZodObject<typeof watchEnvironment>>;

export function watchSettings(values: Values): WatchSettings {
  const { KANTOR_METRICS_PORT: port, KANTOR_METRICS_HOST: host, KANTOR_METRICS_TOKEN: token } = values;
  return {
    metrics: port === undefined ? undefined : { host, port, token },
    slowQueryMs: values.KANTOR_SLOW_QUERY_MS || undefined,
  };
}

/** Metrics tell how much is earned and when: nobody reads them who merely reaches the machine. Sentences. */
export function watchContradictions({ metrics }: WatchSettings): string[] {
  if (metrics === undefined || metrics.token !== undefined || LOOPBACK.test(metrics.host)) return [];
  return ['KANTOR_METRICS_TOKEN must be set when KANTOR_METRICS_HOST is an address that others reach.'];
}
