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

/** The four numbers of an IPv4 address, also when it is written inside IPv6; undefined for any other. */
function ipv4Of(address: string): string | undefined {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}

/** The key of an address in a limiter: IPv4 by itself; IPv6 by its /64, as one customer gets all of it. */
export function networkOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined || !isIPv6(address)) return ipv4 ?? address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Where a person is, though their provider gives them another address each day: IPv4 by its /24, IPv6 by its /56. */
export function neighbourhoodOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(address)) return address;
  const [a, b, c, d = '0'] = groupsOf(address);
  return `${[a, b, c, (Number.parseInt(d, 16) & 0xff00).toString(16)].join(':')}::/56`;
}
