import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { badRequest } from '../../kernel/errors.ts';

// Requests to addresses that others gave us go to the public internet alone, never to this machine, its network, or a
// cloud's services there. @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html

/** The part of IPv6 that has been given out; the rest is reserved or local. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Looks public, but Azure answers there from within. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Whether an IP address is one of the public internet. Not so, among others: private, loopback, link-local (and with it the
 * clouds' metadata), shared by a carrier, multicast, reserved, and IPv6 that carries an IPv4 (mapped, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || address === AZURE_PLATFORM) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** The addresses that may be reached. */
export interface Reach {
  isPublic: (address: string) => boolean;
  isPort: (port: number) => boolean;
  /** `host:port` of the one place that may be reached though it is not public; over http. */
  trusted?: string | undefined;
}

const PORTS = new Set([443, 80, 8443, 8080]);

/**
 * The public internet.
 * @param trustedUrl may be reached as well.
 */
export const internet = (trustedUrl?: string): Reach => ({
  isPublic: isPublicAddress,
  isPort: (port) => PORTS.has(port),
  trusted: trustedUrl === undefined ? undefined : new URL(trustedUrl).host,
});

export interface WebAddress {
  url: URL;
  /** A name without a dot at its end, or an IP address without brackets. */
  host: string;
  port: number;
  isTrusted: boolean;
}

/** An address that our requests do not go to. The message is a Russian sentence for the person who gave it. */
export class BadAddress extends Error {
  override name = 'BadAddress';
}

const NOT_PUBLIC = 'Этот адрес не из интернета: укажите такой, который доступен всем';
const LOCAL_NAMES = new Set(['localhost', 'local', 'internal', 'lan', 'home', 'corp', 'intranet']);

/**
 * Reads an address and checks it by itself; its name is not resolved.
 * @throws BadAddress
 */
export function readWebAddress(text: string, reach: Reach): WebAddress {
  const url = URL.parse(text);
  if (url === null) throw new BadAddress('Укажите адрес целиком, например https://shop.example/webhooks');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new BadAddress('Укажите адрес, который начинается с https:// или http://');
  }
  if (url.username !== '' || url.password !== '') throw new BadAddress('Уберите из адреса имя пользователя и пароль');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const isTrusted = url.protocol === 'http:' && url.host === reach.trusted;
  if (!isTrusted) {
    if (isIP(host) === 0 ? isLocalName(host) : !reach.isPublic(host)) throw new BadAddress(NOT_PUBLIC);
    if (!reach.isPort(port)) throw new BadAddress('Порт может быть только 443, 80, 8443 или 8080');
  }
  return { url, host, port, isTrusted };
}

/** A name that the internet does not have: of one word, or in a domain that is only used inside networks. */
function isLocalName(name: string): boolean {
  const words = name.split('.');
  return words.length === 1 || LOCAL_NAMES.has(words.at(-1) ?? '');
}

/**
 * Checks an address that was given in a field.
 * @throws ApiError 400 with its fault.
 */
export function assertWebAddress(field: string, text: string, reach: Reach): void {
  try {
    readWebAddress(text, reach);
  } catch (error) {
    if (error instanceof BadAddress) throw badRequest({ [field]: [error.message] });
    throw error;
  }
}
