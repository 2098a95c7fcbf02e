import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // URL writes every address in one form, without leading zeros and dotted tails.
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * The key of an address in a limiter: IPv4 by itself, also when written inside IPv6; IPv6 by its /64, as one customer gets
 * all of it.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
