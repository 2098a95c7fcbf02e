import type { pairDevice } from '@kantor/contract/wire/device-api.ts';
import type { z } from 'zod';
import type { Paired } from '../devices/index.ts';

export const toPaired = ({ deviceId, key, cabinet, at }: Paired): z.output<typeof pairDevice.response> => ({
  device_id: deviceId,
  key,
  cabinet: { id: cabinet.id, device_name: cabinet.deviceName, phone: cabinet.phone },
  server_time: at,
});
