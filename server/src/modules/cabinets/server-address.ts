import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';

/** A name, an IPv4 or an IPv6 address, with or without a port: no user, no path, nothing that ends a host. */
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;
const LONGEST_HOST = 261;

/**
 * Where a phone is to find this server: the public address, or the one by which the request found it.
 * The Host header may be anything: unless it is a plain host, it goes nowhere.
 * @throws ApiError 400 `bad_host`.
 */
export function serverAddress(
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const host = request.headers.host ?? '';
  if (host.length > LONGEST_HOST || !PLAIN_HOST.test(host) || !URL.canParse(`http://${host}`)) {
    throw new ApiError(400, 'bad_host', 'Откройте кабинет по обычному адресу сервера');
  }
  return `${request.protocol}://${host}`;
}
