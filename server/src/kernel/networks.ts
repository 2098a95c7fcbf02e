import { BlockList, isIPv4 } from 'node:net';

/** Whether addresses are within networks, written with their length (`203.0.113.0/24`). No networks: every address is. */
export function within(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length = ''] = network.split('/');
    list.addSubnet(address, Number(length), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  // An IPv4 address in IPv6's notation is judged by the IPv4 networks.
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
