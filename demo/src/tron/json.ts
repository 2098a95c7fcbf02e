import { type Block, sha256, type Transaction } from './chain.ts';

// Blocks and transactions as a node of TRON writes them.

const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
/** Another token, with another USDT in its name. */
const OTHER_TOKEN = sha256('TRC-20 Tether USD').slice(0, 40);
/** Keccak-256 of `Transfer(address,address,uint256)` and of `Approval(address,address,uint256)`. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** `transfer(address,uint256)` */
const CALL = 'a9059cbb';
const PREFIX = '41';

const word = (hex: string) => hex.padStart(64, '0');
const contractOf = ({ kind }: Transaction) => (kind === 'other-token' ? OTHER_TOKEN : USDT);
const isFailed = ({ kind }: Transaction) => kind === 'failed';

function rawData(transaction: Transaction, { parentId, at }: Pick<Block, 'parentId' | 'at'>) {
  const { kind, from, to, amount } = transaction;
  const owner_address = PREFIX + from;
  const [type, value] =
    kind === 'trx'
      ? ['TransferContract', { amount: Number(amount), owner_address, to_address: PREFIX + to }]
      : [
          'TriggerSmartContract',
          {
            data: CALL + word(to) + word(amount.toString(16)),
            owner_address,
            contract_address: PREFIX + contractOf(transaction),
          },
        ];
  return {
    contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
    ref_block_bytes: parentId.slice(12, 16),
    ref_block_hash: parentId.slice(16, 32),
    expiration: at + 60_000,
    ...(kind === 'trx' ? {} : { fee_limit: 30_000_000 }),
    timestamp: at - 1500,
  };
}

/** A transaction of a block. */
export const writeTransaction = (transaction: Transaction, block: Pick<Block, 'parentId' | 'at'>) => ({
  ret: [{ contractRet: isFailed(transaction) ? 'REVERT' : 'SUCCESS' }],
  signature: [sha256(`signature ${transaction.txHash}`).repeat(2) + '00'],
  txID: transaction.txHash,
  raw_data: rawData(transaction, block),
});

/** The answer of `getnowblock` and `getblockbynum`. */
export function writeBlock(block: Block) {
  const transactions = block.transactions.map((transaction) => writeTransaction(transaction, block));
  const ids = block.transactions.map(({ txHash }) => txHash).join(' ');
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        // As in every answer of a node, what is zero is left out.
        ...(block.number === 0 ? {} : { number: block.number, version: 31, timestamp: block.at }),
        txTrieRoot: transactions.length === 0 ? '0'.repeat(64) : sha256(`root ${ids}`),
        witness_address: PREFIX + sha256(`producer ${block.number % 27}`).slice(0, 40),
        parentHash: block.parentId,
      },
      witness_signature: sha256(`signature ${block.id}`).repeat(2) + '00',
    },
    ...(transactions.length === 0 ? {} : { transactions }),
  };
}

function logsOf(transaction: Transaction) {
  const { kind, from, to, amount } = transaction;
  if (kind === 'trx' || isFailed(transaction)) return {};
  const topics = [kind === 'approval' ? APPROVAL : TRANSFER, word(from), word(to)];
  return { log: [{ address: contractOf(transaction), topics, data: word(amount.toString(16)) }] };
}

/** The answer of `gettransactioninfobyblocknum`. */
export function writeInfos(block: Block) {
  return block.transactions.map((transaction) => ({
    id: transaction.txHash,
    blockNumber: block.number,
    blockTimeStamp: block.at,
    ...(transaction.kind === 'trx'
      ? { contractResult: [''], receipt: { net_usage: 268 } }
      : {
          contractResult: [isFailed(transaction) ? '' : word('1')],
          contract_address: PREFIX + contractOf(transaction),
          receipt: { energy_usage_total: 14_631, net_usage: 345, result: isFailed(transaction) ? 'REVERT' : 'SUCCESS' },
          ...(isFailed(transaction)
            ? { result: 'FAILED', resMessage: '524556455254206f70636f6465206578656375746564' }
            : {}),
          ...logsOf(transaction),
        }),
  }));
}
