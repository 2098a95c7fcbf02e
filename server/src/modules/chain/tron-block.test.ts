import { describe, expect, test } from 'vitest';
import { InvalidNodeAnswer, rawTransaction, readHeader, readTransfersOf } from './tron-block.ts';

const TOKEN = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';

/** The first block of the main network: no number, no time, and a parent of nowhere. */
const GENESIS = {
  blockID: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  block_header: {
    raw_data: { parentHash: '957dc2d350daecc7bb6a38f3938ebde0a0c1cedafe15f0edae4256a2907449f6' },
  },
};
/** Blocks 30 864 544 and 30 864 600 of it, as a provider's documentation shows its answers (getblock.io, /wallet/getblock, …/gettransactioninfobyblocknum). */
const BLOCK = {
  blockID: '0000000001d6f4a09f60c27befccff6fe3cc593b2d6c46cdc79d3fd4f55db859',
  block_header: {
    raw_data: {
      number: 30_864_544,
      parentHash: '0000000001d6f49f615231bdeeddd8b563c746188d5e270a58afc87b059f29de',
      timestamp: 1_623_055_923_000,
      txTrieRoot: 'cc12586dc14ca32175ff230931dfad4e2f57b71850948edae7ef1c7a7de08881',
      version: 21,
      witness_address: '41c81107148e5fa4b4a2edf3d5354db6c6be5b5549',
    },
    witness_signature:
      '766ac978829f9c7d280e5de624162b12a8405e6e69b3955a2eac352c01ba48e20c7bcc31fa97f124a07fa68019ebcb3a93ee2f48493c5586a54bfaf978f786a601',
  },
  transactions: [{ ret: [{ contractRet: 'SUCCESS' }], txID: 'ab'.repeat(32) }],
};
const INFOS = [
  {
    blockNumber: 30_864_600,
    blockTimeStamp: 1_623_056_091_000,
    contractResult: [''],
    id: '8971d5c2c3b45dee02860ce821e9c2ba601424c311a7a80545848a4c4c09b4a1',
    receipt: { net_usage: 283 },
  },
  {
    blockNumber: 30_864_600,
    blockTimeStamp: 1_623_056_091_000,
    contractResult: ['0000000000000000000000000000000000000000000000000000000000000000'],
    contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    id: '0af79242191c6728b79e858a36a4b5c65e4e52b9fcee4dc5af30eac57b6d0953',
    log: [
      {
        address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
        data: '000000000000000000000000000000000000000000000000000000001fb6e57f',
        topics: [
          'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          '000000000000000000000000e4b8075df69297bc24cc4bbaf48cd17206e1f62c',
          '0000000000000000000000000d0707963952f2fba59dd06f2b425ace40b492fe',
        ],
      },
    ],
    receipt: {
      energy_usage: 10_727,
      energy_usage_total: 14_631,
      net_usage: 338,
      origin_energy_usage: 3904,
      result: 'SUCCESS',
    },
  },
];

describe('What nodes of the main network answer is understood', () => {
  test('a block', () => {
    expect(readHeader(BLOCK)).toEqual({
      number: 30_864_544n,
      hash: BLOCK.blockID,
      parentHash: BLOCK.block_header.raw_data.parentHash,
      at: new Date('2021-06-07T08:52:03Z'),
      results: new Map([['ab'.repeat(32), 'SUCCESS']]),
    });
  });

  test('the first block, without what is zero', () => {
    expect(readHeader(GENESIS)).toMatchObject({ number: 0n, hash: GENESIS.blockID });
  });

  test('a block without transactions', () => {
    const { transactions: _none, ...empty } = structuredClone(BLOCK);
    empty.block_header.raw_data.txTrieRoot = '0'.repeat(64);
    expect(readHeader(empty).results.size).toBe(0);
    expect(() => readHeader({ ...empty, block_header: BLOCK.block_header })).toThrow(InvalidNodeAnswer);
  });

  test('what became of its transactions', () => {
    const results = new Map(INFOS.map(({ id }) => [id, 'SUCCESS']));
    const header = { ...readHeader(BLOCK), number: 30_864_600n, results };
    expect(readTransfersOf(header, INFOS, TOKEN)).toEqual([
      {
        txHash: '0af79242191c6728b79e858a36a4b5c65e4e52b9fcee4dc5af30eac57b6d0953',
        logIndex: 0,
        from: 'TWpZXLfsvVuQuJZLkdWNY7XY2teePqPpz7',
        to: 'TBA6CypYJizwA9XdC7Ubgc5F1bxrQ7SqPt',
        amount: 532_079_999n,
      },
    ]);
  });

  test('the number of a log among all of its transaction, by which a deposit is known', () => {
    const infos = structuredClone(INFOS);
    for (const { log } of infos) log?.unshift({ address: 'ab'.repeat(20), topics: [], data: '' });
    const results = new Map(infos.map(({ id }) => [id, 'SUCCESS']));
    const header = { ...readHeader(BLOCK), number: 30_864_600n, results };
    expect(readTransfersOf(header, infos, TOKEN).map(({ logIndex }) => logIndex)).toEqual([1]);
  });
});

describe('A transaction is kept as the chain has it', () => {
  const hash = 'cd'.repeat(32);
  const inBlock = (transaction: string) => `{"transactions":[{"txID":"${'ab'.repeat(32)}"},${transaction}]}`;

  test('with every digit, also of numbers that a float cannot hold', () => {
    const raw = `{"txID":"${hash}","raw_data":{"call_value":12345678901234567890,"rate":1.50}}`;
    expect(rawTransaction(inBlock(raw), hash)).toBe(raw);
  });

  test('also when its block has its hash in capitals', () => {
    const raw = `{"txID":"${hash.toUpperCase()}","raw_data":{}}`;
    expect(rawTransaction(inBlock(raw), hash)).toBe(raw);
  });

  test('unless it is enormous', () => {
    const raw = `{"txID":"${hash}","raw_data":"${'f'.repeat(100_000)}"}`;
    expect(rawTransaction(inBlock(raw), hash)).toBe(`{"txID":"${hash}","size":${raw.length}}`);
  });
});
