export interface ClientOptions {
  /** `https://kantor.example/merchant/v1` */
  url: string;
  key: string;
  /** Of one call, the first included; 4 unless given. */
  attempts?: number;
  /** Milliseconds that an attempt waits for its answer; 30 000 unless given. */
  timeout?: number;
  fetch?: typeof fetch;
  /** Waits between attempts. */
  sleep?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  /** Names what a call does, so that it is done once; a random one unless given. Keep your own to repeat it after a restart. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
