import { ApiError } from '../kernel/errors.ts';

/** A name, an IPv4 or an IPv6 address, with or without a port: no user, no path, nothing that ends a host. */
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;
const MAX_HOST_LENGTH = 261;

interface Asked {
  protocol: string;
  headers: { host?: string | undefined };
}

/**
 * The address at which others find this server: the public one, or the one of the request.
 * The Host header may be anything: unless it is a plain host, it goes nowhere, and the answer is undefined.
 */
export function findServerAddress(
  { protocol, headers: { host = '' } }: Asked,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  if (host.length > MAX_HOST_LENGTH || !PLAIN_HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return `${protocol}://${host}`;
}

/** As `findServerAddress`. @throws ApiError 400 `bad_host`. */
export function serverAddress(asked: Asked, publicUrl: string | undefined): string {
  const address = findServerAddress(asked, publicUrl);
  if (address !== undefined) return address;
  throw new ApiError(400, 'bad_host', 'Откройте кабинет по обычному адресу сервера');
}
