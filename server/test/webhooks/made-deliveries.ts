import { newId } from '../../src/kernel/ids.ts';
import type { insertDeliveries } from '../../src/modules/webhooks/store/fan-out.ts';

type Delivery = Parameters<typeof insertDeliveries>[1][number];

/** A delivery to a merchant's endpoint of an event that no outbox has: its number is below 0. */
export function madeDelivery(merchantId: string, number: number, at: Date): Delivery {
  return {
    id: newId(at),
    merchantId,
    endpointId: null,
    callbackUrl: null,
    isTest: false,
    url: 'https://shop.example/',
    eventId: -BigInt(number),
    type: 'order.active',
    objectId: newId(at),
    body: '{}',
  };
}
