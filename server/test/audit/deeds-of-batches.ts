import * as batches from '@kantor/contract/wire/batches.ts';
import { csv, held, row } from '../payout-batches/fixture.ts';
import type { Deed, Scene } from './scene.ts';

// What people do with payouts from a file.

/** Each file has another person: nothing gives pause. */
let people = 100;

async function checked({ merchant }: Scene) {
  const { id, columns } = await merchant.call(batches.uploadBatch, { file: csv([row(100, (people += 1))]) });
  return merchant.call(batches.mapBatch, { params: { id }, body: { columns } });
}

async function started(scene: Scene) {
  const { id, good } = await checked(scene);
  return scene.merchant.call(batches.startBatch, { params: { id }, body: { held_in_usdt: held(good) } });
}

const limit = (second_above: string | null) => ({ body: { second_above } });

export const OF_BATCHES: readonly Deed[] = [
  {
    call: batches.uploadBatch,
    of: 'merchant',
    action: 'upload-batch',
    act: async ({ merchant }) => {
      await merchant.call(batches.uploadBatch, { file: csv([row(100)]) });
    },
  },
  { call: batches.mapBatch, of: 'merchant', action: 'map-batch', act: async (scene) => void (await checked(scene)) },
  {
    call: batches.startBatch,
    of: 'merchant',
    action: 'start-batch',
    act: async (scene) => void (await started(scene)),
  },
  {
    call: batches.approveBatch,
    of: 'merchant',
    action: 'approve-batch',
    act: async (scene) => {
      const { kantor, merchant } = scene;
      await merchant.call(batches.setBatchSettings, limit('1'));
      const { id, left } = await started(scene);
      await merchant.call(batches.setBatchSettings, limit(null));
      const second = await kantor.createMember(merchant.id, 'finance');
      await second.call(batches.approveBatch, { params: { id }, body: { held_in_usdt: held(left) } });
      return 'somebody else';
    },
  },
  {
    call: batches.stopBatch,
    of: 'merchant',
    action: 'stop-batch',
    act: async (scene) => {
      const { id } = await started(scene);
      await scene.merchant.call(batches.stopBatch, { params: { id } });
    },
  },
  {
    call: batches.resumeBatch,
    of: 'merchant',
    action: 'resume-batch',
    act: async (scene) => {
      const { id, left } = await started(scene);
      await scene.merchant.call(batches.stopBatch, { params: { id } });
      await scene.merchant.call(batches.resumeBatch, { params: { id }, body: { held_in_usdt: held(left) } });
    },
  },
  {
    call: batches.cancelBatch,
    of: 'merchant',
    action: 'cancel-batch',
    act: async (scene) => {
      const { id } = await checked(scene);
      await scene.merchant.call(batches.cancelBatch, { params: { id } });
    },
  },
  {
    call: batches.setBatchSettings,
    of: 'merchant',
    action: 'set-batch-limit',
    act: async ({ merchant }) => {
      await merchant.call(batches.setBatchSettings, limit('50000'));
    },
  },
];
