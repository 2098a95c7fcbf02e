import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { z } from 'zod';
import { depositKeyFault, isSameDepositKey, isTronAddress } from '../modules/chain/index.ts';

export interface TronSettings {
  /** A node's HTTP API; absent: deposits are credited by hand. */
  url: string | undefined;
  apiKey: string | undefined;
  /** The extended public key of traders' deposit addresses; absent: they have none. */
  depositKey: string | undefined;
  /** The contract of USDT. */
  contract: string;
}

/** An address below which paths can be put, without name and password. */
const isPlain = (url: string): boolean => {
  const parsed = URL.parse(url);
  return parsed !== null && `${parsed.username}${parsed.search}${parsed.hash}` === '';
};

const NODE_URL = { error: 'must be an address like https://api.trongrid.io' };

export const tronEnvironment = {
  KANTOR_TRON_URL: z
    .url({ protocol: /^https?$/, ...NODE_URL })
    .refine(isPlain, NODE_URL)
    .optional(),
  KANTOR_TRON_API_KEY: z
    .string()
    .regex(/^[!-~]{1,256}$/, { error: 'must be one word of at most 256 Latin letters, digits and signs' })
    .optional(),
  KANTOR_TRON_XPUB: z
    .string()
    .superRefine((key, context) => {
      const message = depositKeyFault(key);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  KANTOR_USDT_CONTRACT: z
    .string()
    .refine(isTronAddress, { error: 'must be the address of a contract on TRON, 34 characters that begin with T' })
    .default('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
};

/** Never shown: a node's address may have its key in the path, and a key that should be public may be a private one. */
export const TRON_SECRETS = ['KANTOR_TRON_URL', 'KANTOR_TRON_API_KEY', 'KANTOR_TRON_XPUB'];

type Values = z.output<z.ZodObject<typeof tronEnvironment>>;

/** In the demo the chain is the simulated one, if there is one and no other node is given. */
export function tronSettings(
  values: Values,
  { demo, simulatorUrl }: { demo: boolean; simulatorUrl: string | undefined },
): TronSettings {
  const simulated = simulatorUrl === undefined ? undefined : `${simulatorUrl.replace(/\/$/, '')}/tron`;
  return {
    url: values.KANTOR_TRON_URL ?? simulated,
    apiKey: values.KANTOR_TRON_API_KEY,
    depositKey: values.KANTOR_TRON_XPUB ?? (demo ? TRON_XPUB : undefined),
    contract: values.KANTOR_USDT_CONTRACT,
  };
}

/** Real USDT never goes to addresses whose keys are public, and a node is of no use without addresses: sentences. */
export function tronContradictions(values: Values, production: boolean): string[] {
  const { KANTOR_TRON_URL: url, KANTOR_TRON_XPUB: key } = values;
  if (key === undefined) {
    return url ? ['KANTOR_TRON_XPUB must be set with KANTOR_TRON_URL: traders get their addresses from it.'] : [];
  }
  return (url !== undefined || production) && isSameDepositKey(key, TRON_XPUB)
    ? ["KANTOR_TRON_XPUB must be your own: the demo's is public, and anybody can take what is sent to its addresses."]
    : [];
}
