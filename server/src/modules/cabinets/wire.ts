import type * as calls from '@kantor/contract/wire/cabinets.ts';
import type { z } from 'zod';
import type { Choice } from '../requisites/index.ts';
import type { CabinetFields, CabinetNow } from './service.ts';

type WireChoice = z.output<typeof calls.listCabinetChoices.response>[number];

export const toChoice = ({ id, name, shortName }: Choice): WireChoice => ({ id, name, short_name: shortName });

export const toCabinet = (cabinet: CabinetNow): z.output<typeof calls.getCabinet.response> => ({
  id: cabinet.id,
  device_name: cabinet.deviceName,
  phone: cabinet.phone,
  bank_detail: cabinet.requisites.map(toChoice),
  is_active: cabinet.isActive,
  can_be_active: cabinet.canBeActive,
  is_blocked_forever: cabinet.isBlocked,
  last_heard_at: cabinet.lastSeenAt,
  has_old_template: cabinet.hasOldTemplate,
  refused_at: cabinet.refusedAt,
  phone_ended_at: cabinet.phoneEndedAt,
  phone_end_reason: cabinet.phoneEndReason,
  is_unsigned: cabinet.isUnsigned,
  post_address: cabinet.postAddress,
  post_address_since: cabinet.postAddressSince,
  former_post_address: cabinet.formerPostAddress,
});

export const fromBody = (body: z.output<typeof calls.createCabinet.body>): CabinetFields => ({
  deviceName: body.device_name,
  phone: body.phone,
  requisites: body.bank_detail,
});
