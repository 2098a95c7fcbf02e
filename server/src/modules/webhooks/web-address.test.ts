import { expect, test } from 'vitest';
import { BadAddress, internet, isPublicAddress, readWebAddress } from './web-address.ts';

test.each([
  ['this host', '0.0.0.0'],
  ['this host', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local: metadata', '169.254.169.254'],
  ["a carrier's: metadata of Alibaba", '100.100.100.200'],
  ["a carrier's", '100.127.255.255'],
  ['reserved: metadata of Oracle', '192.0.0.192'],
  ['metadata of Azure', '168.63.129.16'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, written out', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hex', '::ffff:7f00:1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a network', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['unique local', 'fc00::1'],
  ['unique local: metadata of AWS', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['not given out', '4000::1'],
  ['not given out', 'e000::1'],
  ['no address', ''],
  ['no address', 'shop.example'],
  ['decimal', '2130706433'],
  ['short', '127.1'],
  ['octal', '0177.0.0.1'],
  ['hex', '0x7f.0.0.1'],
])('%s is not public: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '100.63.255.255'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
test.each(['2606:4700:4700::1111', '2a02:6b8::2:242', '2001:4860:4860::8888'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

const complaint = (text: string, trusted?: string) => {
  try {
    readWebAddress(text, internet(trusted));
  } catch (error) {
    if (error instanceof BadAddress) return error.message;
    throw error;
  }
  return undefined;
};

const WHOLE = /^Укажите адрес целиком/;
const SCHEME = /^Укажите адрес, который начинается/;
const USER = /^Уберите из адреса/;
const PRIVATE = /^Этот адрес не из интернета/;
const PORT = /^Порт может быть/;

test.each([
  ['', WHOLE],
  ['shop.example/webhooks', WHOLE],
  ['https://', WHOLE],
  ['http://[fe80::1%25eth0]/', WHOLE],
  ['http://[fe80::1%eth0]/', WHOLE],
  ['http://1.2.3.4.5/', WHOLE],
  ['http://256.1.1.1/', WHOLE],
  ['ftp://shop.example/', SCHEME],
  ['file:///etc/passwd', SCHEME],
  ['javascript:alert(1)', SCHEME],
  ['gopher://shop.example/', SCHEME],
  ['https://user@shop.example/', USER],
  ['https://user:password@shop.example/', USER],
  ['https://shop.example@127.0.0.1/', USER],
  ['http://127.0.0.1/', PRIVATE],
  ['http://127.1/', PRIVATE],
  ['http://2130706433/', PRIVATE],
  ['http://0x7f000001/', PRIVATE],
  ['http://0x7f.0.0.1/', PRIVATE],
  ['http://0177.0.0.1/', PRIVATE],
  ['http://017700000001/', PRIVATE],
  ['http://0/', PRIVATE],
  ['http://127.0.0.1./', PRIVATE],
  ['http://127.0.0.1\t/', PRIVATE],
  ['http://１２７.０.０.１/', PRIVATE],
  ['http://①②⑦.⓪.⓪.①/', PRIVATE],
  ['http://%31%32%37.0.0.1/', PRIVATE],
  ['http://127。0。0。1/', PRIVATE],
  ['http:\\\\127.0.0.1\\', PRIVATE],
  ['http:127.0.0.1', PRIVATE],
  ['http://169.254.169.254/latest/meta-data/', PRIVATE],
  ['http://metadata.google.internal/', PRIVATE],
  ['http://[::1]/', PRIVATE],
  ['http://[::]/', PRIVATE],
  ['http://[::ffff:127.0.0.1]/', PRIVATE],
  ['http://[::ffff:a9fe:a9fe]/', PRIVATE],
  ['http://[64:ff9b::127.0.0.1]/', PRIVATE],
  ['http://localhost/', PRIVATE],
  ['http://localhost./', PRIVATE],
  ['http://LOCALHOST../', PRIVATE],
  ['http://shop.localhost/', PRIVATE],
  ['http://printer.local/', PRIVATE],
  ['http://kantor/', PRIVATE],
  ['https://shop.example:25/', PORT],
  ['https://shop.example:22/', PORT],
  ['https://shop.example:5432/', PORT],
  ['https://shop.example:6379/', PORT],
  ['http://8.8.8.8:53/', PORT],
])('%s is refused in words', (text, sentence) => {
  expect(complaint(text)).toMatch(sentence);
});

test.each([
  'https://shop.example/webhooks?token=a%20b',
  'http://shop.example',
  'https://shop.example:8443/',
  'http://shop.example:8080/',
  'https://shop.example:443/',
  'https://магазин.рф/заказы',
  'https://SHOP.example./',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://127.0.0.1.shop.example/',
])('%s may be given', (text) => {
  expect(complaint(text)).toBeUndefined();
});

test('what is read is what will be asked', () => {
  expect(readWebAddress('https://SHOP.example./a?b#c', internet())).toMatchObject({ host: 'shop.example', port: 443 });
  expect(readWebAddress('http://[2606:4700:4700::1111]/', internet())).toMatchObject({
    host: '2606:4700:4700::1111',
    port: 80,
  });
});

test('one place is trusted: by scheme, address and port, to the letter', () => {
  const trusted = 'http://127.0.0.1:3001';
  expect(complaint('http://127.0.0.1:3001/shop/webhooks', trusted)).toBeUndefined();
  expect(complaint('http://127.0.0.1:3001/shop/webhooks')).toMatch(PRIVATE);
  for (const other of [
    'http://127.0.0.1:3000/',
    'http://127.0.0.1/',
    'https://127.0.0.1:3001/',
    'http://127.0.0.2:3001/',
    'http://localhost:3001/',
    'http://[::ffff:127.0.0.1]:3001/',
  ]) {
    expect(complaint(other, trusted)).toMatch(PRIVATE);
  }
  expect(complaint('http://x@127.0.0.1:3001/', trusted)).toMatch(USER);
});
